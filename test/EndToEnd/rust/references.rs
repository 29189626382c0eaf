// References and raw pointers: read, written, both; results through them.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_read, Duplicated, Duplicated, Active)]
fn read(x: &f64, y: &f64) -> f64 {
    x * *y + x.exp()
}

#[autodiff_reverse(d_write, Duplicated, Duplicated)]
#[autodiff_forward(t_write, Dual, Dual)]
fn write(x: &f64, out: &mut f64) {
    *out = x * x * x;
}

#[autodiff_reverse(d_inout, Duplicated)]
fn inout(x: &mut f64) {
    for _ in 0..3 {
        *x = *x * *x + 0.1;
    }
}

#[autodiff_reverse(d_raw, Duplicated, Const, Active)]
unsafe fn raw(x: *const f64, n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        sum += (i as f64 + 1.0) * (*x.add(i)).sin();
    }
    sum
}

#[autodiff_reverse(d_raw_out, Duplicated, Duplicated)]
unsafe fn raw_out(x: *const f64, out: *mut f64) {
    *out = *x * *x.add(1);
    *out.add(1) = *out + *x;
}

fn main() {
    let (x, y) = (0.8, 1.7);
    let (mut dx, mut dy) = (0.0, 0.0);
    close("read", d_read(&x, &mut dx, &y, &mut dy, 1.0), read(&x, &y));
    gradient("d_read", |v| read(&v[0], &v[1]), &[x, y], &[dx, dy]);
    let (mut out, mut dout, mut dx) = (0.0, 2.0, 0.0);
    d_write(&x, &mut dx, &mut out, &mut dout);
    close("write", out, x * x * x);
    close("d_write", dx, 2.0 * 3.0 * x * x);
    close("write takes the seed", dout, 0.0);
    let mut tout = 0.0;
    t_write(&x, &1.5, &mut out, &mut tout);
    close("t_write", tout, 1.5 * 3.0 * x * x);
    let (mut v, mut dv) = (0.6, 1.0);
    d_inout(&mut v, &mut dv);
    let run = |mut x| {
        inout(&mut x);
        x
    };
    close("inout", v, run(0.6));
    derivative("d_inout", run, 0.6, dv);
    let (a, mut da) = ([0.3, 0.7, -1.1], [0.0; 3]);
    unsafe { d_raw(a.as_ptr(), da.as_mut_ptr(), 3, 1.0) };
    gradient("d_raw", |v| unsafe { raw(v.as_ptr(), 3) }, &a, &da);
    let (mut o, mut seed, mut db) = ([0.0; 2], [1.0, 10.0], [0.0; 2]);
    unsafe { d_raw_out(a.as_ptr(), db.as_mut_ptr(), o.as_mut_ptr(), seed.as_mut_ptr()) };
    close("d_raw_out 0", db[0], 11.0 * a[1] + 10.0);
    close("d_raw_out 1", db[1], 11.0 * a[0]);
    done();
}
