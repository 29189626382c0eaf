//===- Processes.cpp - Starting other programs ----------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// become() is execvp; runPiped() is two posix_spawnp joined by a pipe.
//===----------------------------------------------------------------------===//
#include "Processes.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fluxion {

namespace {
/// What a shell answers when a program cannot be started.
constexpr int CannotStart = 127;

class SpawnActions {
public:
  SpawnActions() { posix_spawn_file_actions_init(&Actions); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&Actions); }
  SpawnActions(const SpawnActions &) = delete;
  SpawnActions &operator=(const SpawnActions &) = delete;
  void connect(int From, int To) { posix_spawn_file_actions_adddup2(&Actions, From, To); }
  const posix_spawn_file_actions_t *get() const { return &Actions; }

private:
  posix_spawn_file_actions_t Actions;
};
} // namespace

static std::vector<char *> argumentsOf(const Command &C) {
  std::vector<char *> Arguments;
  for (const std::string &Text : C)
    Arguments.push_back(const_cast<char *>(Text.c_str()));
  Arguments.push_back(nullptr);
  return Arguments;
}

static void complain(const Command &C, int Error) {
  std::fprintf(stderr, "fluxion: error: cannot start %s: %s\n", C[0].c_str(), std::strerror(Error));
}

int become(const Command &C) {
  execvp(C[0].c_str(), argumentsOf(C).data());
  complain(C, errno);
  return CannotStart;
}

/// The new process, or -1 after a message.
static pid_t start(const Command &C, const SpawnActions &Actions) {
  pid_t Child = -1;
  int Error = posix_spawnp(&Child, C[0].c_str(), Actions.get(), nullptr, argumentsOf(C).data(), environ);
  if (Error == 0)
    return Child;
  complain(C, Error);
  return -1;
}

static int exitStatus(pid_t Child) {
  if (Child < 0)
    return CannotStart;
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return CannotStart;
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

namespace {
struct Pipe {
  int Read = -1, Write = -1;
  bool open() {
    int Ends[2];
    if (pipe2(Ends, O_CLOEXEC) != 0) {
      std::perror("fluxion: error: pipe");
      return false;
    }
    Read = Ends[0];
    Write = Ends[1];
    return true;
  }
};
} // namespace

/// Everything until the other end is closed.
static std::string readAll(int From) {
  std::string Text;
  char Buffer[4096];
  for (ssize_t Got; (Got = read(From, Buffer, sizeof Buffer)) > 0 || (Got < 0 && errno == EINTR);)
    if (Got > 0)
      Text.append(Buffer, static_cast<size_t>(Got));
  close(From);
  return Text;
}

int runPiped(const Command &First, const Command &Second) {
  Pipe Between;
  if (!Between.open())
    return CannotStart;
  SpawnActions Writing, Reading;
  Writing.connect(Between.Write, STDOUT_FILENO);
  Reading.connect(Between.Read, STDIN_FILENO);
  pid_t Writer = start(First, Writing);
  pid_t Reader = start(Second, Reading);
  close(Between.Read);
  close(Between.Write);
  int WriterStatus = exitStatus(Writer);
  int ReaderStatus = exitStatus(Reader);
  return WriterStatus ? WriterStatus : ReaderStatus;
}

int runPiped(const Command &First, const Command &Second, std::string &Output) {
  Pipe Between, Out;
  if (!Between.open() || !Out.open())
    return CannotStart;
  SpawnActions Writing, Reading;
  Writing.connect(Second.empty() ? Out.Write : Between.Write, STDOUT_FILENO);
  Reading.connect(Between.Read, STDIN_FILENO);
  Reading.connect(Out.Write, STDOUT_FILENO);
  pid_t Writer = start(First, Writing);
  pid_t Reader = Second.empty() ? 0 : start(Second, Reading);
  close(Between.Read);
  close(Between.Write);
  close(Out.Write);
  Output = readAll(Out.Read);
  int WriterStatus = exitStatus(Writer);
  int ReaderStatus = Second.empty() ? 0 : exitStatus(Reader);
  return WriterStatus ? WriterStatus : ReaderStatus;
}

int run(const Command &C, std::string *Errors) {
  Pipe Out;
  SpawnActions Actions;
  if (Errors) {
    if (!Out.open())
      return CannotStart;
    Actions.connect(Out.Write, STDERR_FILENO);
  }
  pid_t Child = start(C, Actions);
  if (Errors) {
    close(Out.Write);
    *Errors = readAll(Out.Read);
  }
  return exitStatus(Child);
}

} // namespace fluxion
