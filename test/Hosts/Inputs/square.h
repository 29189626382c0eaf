/* A primal and both requests, for the tests of the hosts.
 *
 * Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef FLUXION_TEST_HOSTS_SQUARE_H
#define FLUXION_TEST_HOSTS_SQUARE_H

#include <stdio.h>
#include <stdlib.h>

static void expect(const char *What, double Got, double Want) {
  if (Got == Want)
    return;
  printf("%s: got %g, want %g\n", What, Got, Want);
  exit(1);
}

#endif
