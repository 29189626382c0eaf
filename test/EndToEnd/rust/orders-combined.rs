// Second and third order in all orders, Hessians in lanes, derivatives of generic functions and in threads.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;
use std::thread;
fn base(x: f64, y: f64) -> f64 {
    let mut s = x;
    for i in 0..3 {
        s = (s * y).sin() + x * s;
    }
    s
}
// all second orders
#[autodiff_forward(f1, Dual, Dual, DualOnly)]
#[autodiff_reverse(r1, Active, Active, Active)]
fn g(x: f64, y: f64) -> f64 {
    base(x, y)
}
#[autodiff_forward(ff, Dual, Dual, DualOnly)]
#[autodiff_reverse(rf, Active, Active, Active)]
fn fwd(x: f64, y: f64) -> f64 {
    f1(x, 1.0, y, 0.0)
}
#[autodiff_forward(fr, Dual, Dual, DualOnly)]
#[autodiff_reverse(rr, Active, Active, Active)]
fn rev(x: f64, y: f64) -> f64 {
    r1(x, y, 1.0).1
}
// all third orders
macro_rules! third {
    ($name:ident, $f:ident, $r:ident, $body:expr) => {
        #[autodiff_forward($f, Dual, Dual, DualOnly)]
        #[autodiff_reverse($r, Active, Active, Active)]
        fn $name(x: f64, y: f64) -> f64 {
            let h: fn(f64, f64) -> f64 = $body;
            ($body)(x, y)
        }
    };
}
third!(t_ff, fff, rff, |x: f64, y: f64| ff(x, 1.0, y, 0.0));
third!(t_rf, frf, rrf, |x: f64, y: f64| rf(x, y, 1.0).1);
third!(t_fr, ffr, rfr, |x: f64, y: f64| fr(x, 1.0, y, 0.0));
third!(t_rr, frr, rrr, |x: f64, y: f64| rr(x, y, 1.0).1);
// slices
#[autodiff_reverse(grad, Duplicated, Active)]
fn loss(x: &[f64]) -> f64 {
    x.windows(2)
        .map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2))
        .sum()
}
#[autodiff_forward(hvp, Dual, Dual)]
fn gradw(x: &[f64], g: &mut [f64]) {
    g.fill(0.0);
    grad(x, g, 1.0);
}
#[autodiff_reverse(vhp, Duplicated, Duplicated)]
fn gradr(x: &[f64], g: &mut [f64]) {
    let mut t = vec![0.0; x.len()];
    grad(x, &mut t, 1.0);
    g.copy_from_slice(&t);
}
#[autodiff_forward(hv4, 4, Dualv, Dualv)]
fn gradv(x: &[f64], g: &mut [f64]) {
    grad(x, g, 1.0);
}
#[autodiff_forward(vecf, 3, Dual, Dual, DualOnly)]
#[autodiff_forward(vecf2, 3, Dual, Const, Dual)]
fn wide(x: f64, y: f64) -> f64 {
    base(x, y)
}
#[autodiff_forward(dv, 3, Dualv, Dualv)]
#[autodiff_forward(dvs, 3, Dual, Dual)]
fn map(x: &[f64], y: &mut [f64]) {
    for (a, b) in x.iter().zip(y) {
        *b = a * x[0];
    }
}
#[autodiff_forward(dvr, 2, Dualv, DualOnly)]
#[autodiff_reverse(rw, 2, Duplicated, Active)]
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}
#[autodiff_reverse(rv4, 4, Duplicated, Duplicated)]
fn lin(x: &[f64], y: &mut [f64]) {
    y[0] = x[0] * x[1];
    y[1] = x[1] * x[1];
    y[2] = y[0] * y[1];
    y[3] = x[0].sin()
}

struct Model {
    k: f64,
    w: Vec<f64>,
}
trait Energy {
    fn energy(&self, x: &[f64]) -> f64;
    fn denergy(&self, x: &[f64], dx: &mut [f64], s: f64) -> f64;
}
impl Energy for Model {
    #[autodiff_reverse(denergy, Const, Duplicated, Active)]
    fn energy(&self, x: &[f64]) -> f64 {
        x.iter().zip(&self.w).map(|(a, b)| a * a * b * self.k).sum()
    }
}
#[autodiff_reverse(dgen, Duplicated, Const, Active)]
#[autodiff_forward(tgen, Dual, Const, DualOnly)]
fn genf<const N: usize, E: Energy + ?Sized>(x: &[f64; N], e: &E) -> f64 {
    e.energy(x) * x[N - 1]
}

fn main() {
    let (x, y) = (0.7, 0.4);
    let h = 1e-4;
    let d = |f: &dyn Fn(f64) -> f64, x: f64| (f(x + h) - f(x - h)) / (2.0 * h);
    let gx = |x: f64, y: f64| f1(x, 1.0, y, 0.0);
    derivative("f1", |x| base(x, y), x, f1(x, 1.0, y, 0.0));
    let (v, a, b) = r1(x, y, 1.0);
    derivative("r1", |x| base(x, y), x, a);
    derivative("r1", |y| base(x, y), y, b);
    let xx = d(&|x| gx(x, y), x);
    let xy = d(&|y| gx(x, y), y);
    let t = 1e-6;
    close_to("ff", ff(x, 1.0, y, 0.0), xx, t);
    close_to("ff", ff(x, 0.0, y, 1.0), xy, t);
    let (_, a, b) = rf(x, y, 1.0);
    close_to("rf", a, xx, t);
    close_to("rf", b, xy, t);
    close_to("fr", fr(x, 1.0, y, 0.0), xx, t);
    close_to("fr", fr(x, 0.0, y, 1.0), xy, t);
    let (_, a, b) = rr(x, y, 1.0);
    close_to("rr", a, xx, t);
    close_to("rr", b, xy, t);
    let s = |x: f64, y: f64| ff(x, 1.0, y, 0.0);
    let xxx = d(&|x| s(x, y), x);
    let xxy = d(&|y| s(x, y), y);
    for (n, f, r) in [
        (
            "ff",
            fff as fn(f64, f64, f64, f64) -> f64,
            rff as fn(f64, f64, f64) -> (f64, f64, f64),
        ),
        ("rf", frf, rrf),
        ("fr", ffr, rfr),
        ("rr", frr, rrr),
    ] {
        close_to(&format!("f{n}"), f(x, 1.0, y, 0.0), xxx, t);
        close_to(&format!("f{n}"), f(x, 0.0, y, 1.0), xxy, t);
        let (v, a, b) = r(x, y, 1.0);
        close_to(&format!("r{n}"), v, xx, t);
        close_to(&format!("r{n}"), a, xxx, t);
        close_to(&format!("r{n}"), b, xxy, t);
    }
    let p = [0.3, 0.8, -0.4, 1.1];
    let mut g = [0.0; 4];
    grad(&p, &mut g, 1.0);
    gradient("grad", loss, &p, &g);
    let col = |j: usize| {
        let mut q = p;
        q[j] += h;
        let mut a = [0.0; 4];
        grad(&q, &mut a, 1.0);
        q[j] -= 2.0 * h;
        let mut b = [0.0; 4];
        grad(&q, &mut b, 1.0);
        let mut c = [0.0; 4];
        for i in 0..4 {
            c[i] = (a[i] - b[i]) / (2.0 * h);
        }
        c
    };
    for j in 0..4 {
        let mut e = [0.0; 4];
        e[j] = 1.0;
        let (mut g, mut hv) = ([0.0; 4], [0.0; 4]);
        hvp(&p, &e, &mut g, &mut hv);
        let c = col(j);
        for i in 0..4 {
            close_to("hvp", hv[i], c[i], 1e-5);
        }
        let (mut g, mut dg, mut dp) = ([0.0; 4], e, [0.0; 4]);
        vhp(&p, &mut dp, &mut g, &mut dg);
        for i in 0..4 {
            close_to("vhp", dp[i], c[i], 1e-5);
        }
    }
    let mut eye = [0.0; 16];
    for i in 0..4 {
        eye[5 * i] = 1.0;
    }
    let (mut g, mut hh) = ([0.0; 4], [0.0; 16]);
    hv4(&p, &eye, &mut g, &mut hh);
    for j in 0..4 {
        let c = col(j);
        for i in 0..4 {
            close_to("hv4", hh[4 * j + i], c[i], 1e-5);
        }
    }
    let (a, b) = (f1(x, 1.0, y, 0.0), f1(x, 0.0, y, 1.0));
    let w = vecf(x, 1.0, 0.0, 2.0, y, 0.0, 1.0, 3.0);
    close("vecf", w[0], a);
    close("vecf", w[1], b);
    close("vecf", w[2], 2.0 * a + 3.0 * b);
    let w = vecf2(x, 1.0, 0.0, 2.0, y);
    close("vecf2", w[0], base(x, y));
    close("vecf2", w[1], a);
    close("vecf2", w[2], 0.0);
    close("vecf2", w[3], 2.0 * a);
    let q = [2.0, 3.0];
    let mut o = [0.0; 2];
    let mut do_ = [0.0; 6];
    dv(&q, &[1.0, 0.0, 0.0, 1.0, 1.0, 1.0], &mut o, &mut do_);
    for (i, w) in [4.0, 3.0, 0.0, 2.0, 4.0, 5.0].iter().enumerate() {
        close("dv", do_[i], *w);
    }
    let (mut o1, mut o2, mut o3) = ([0.0; 2], [0.0; 2], [0.0; 2]);
    dvs(
        &q,
        &[1.0, 0.0],
        &[0.0, 1.0],
        &[1.0, 1.0],
        &mut o,
        &mut o1,
        &mut o2,
        &mut o3,
    );
    close("dvs", o1[0], 4.0);
    close("dvs", o2[1], 2.0);
    close("dvs", o3[1], 5.0);
    let n = dvr(&[3.0, 4.0], &[1.0, 0.0, 0.0, 1.0]);
    close("dvr", n[0], 0.6);
    close("dvr", n[1], 0.8);
    let (mut w1, mut w2) = ([0.0; 2], [0.0; 2]);
    rw(&[3.0, 4.0], &mut w1, &mut w2, 1.0);
    close("rw", w1[0], 0.6);
    close("rw", w2[1], 0.8);
    let mut ds = [[0.0; 2]; 4];
    let mut ys = [[0.0; 4]; 4];
    for i in 0..4 {
        ys[i][i] = 1.0;
    }
    let mut yo = [0.0; 4];
    {
        let [a, b, c, d] = &mut ds;
        let [p, q, r, s] = &mut ys;
        rv4(&[0.5, 2.0], a, b, c, d, &mut yo, p, q, r, s);
    }
    close("rv4", ds[0][0], 2.0);
    close("rv4", ds[1][1], 4.0);
    close("rv4", ds[2][0], 8.0);
    close("rv4", ds[2][1], 6.0);
    close_to("rv4", ds[3][0], 0.5f64.cos(), 1e-12);
    let m = Model {
        k: 2.0,
        w: vec![1.0, 2.0, 3.0],
    };
    let z = [1.0, 2.0, 0.5];
    let mut dz = [0.0; 3];
    m.denergy(&z, &mut dz, 1.0);
    gradient("energy", |z| m.energy(z), &z, &dz);
    let mut dz = [0.0; 3];
    dgen(&z, &mut dz, &m, 1.0);
    gradient("genf", |z| genf::<3, _>(z.try_into().unwrap(), &m), &z, &dz);
    let e: &dyn Energy = &m;
    let _ = e;
    let r: Vec<f64> = thread::scope(|s| {
        let hs: Vec<_> = (0..8)
            .map(|i| {
                s.spawn(move || {
                    let p = [i as f64 * 0.1, 0.8, -0.4, 1.1];
                    let mut g = [0.0; 4];
                    for _ in 0..100 {
                        g = [0.0; 4];
                        grad(&p, &mut g, 1.0);
                    }
                    g[0]
                })
            })
            .collect();
        hs.into_iter().map(|h| h.join().unwrap()).collect()
    });
    for i in 0..8 {
        let p = [i as f64 * 0.1, 0.8, -0.4, 1.1];
        derivative("threads", |v| loss(&[v, 0.8, -0.4, 1.1]), p[0], r[i]);
    }
    done();
}
