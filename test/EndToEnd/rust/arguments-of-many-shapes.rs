// Arguments and results of many shapes, by value and by reference, in both modes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff, f16, f128)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;
use std::cell::RefCell;
use std::rc::Rc;

macro_rules! small {
    ($n:ident, $d:ident, $t:ident, $T:ty, $N:expr) => {
        #[autodiff_reverse($d, Active, Active)]
        #[autodiff_forward($t, Dual, Dual)]
        fn $n(a: [$T; $N]) -> $T {
            let mut s = a[0];
            for i in 1..$N {
                s = s * a[i] + a[i - 1] * a[i];
            }
            s
        }
    };
}
small!(a32_1, da32_1, ta32_1, f32, 1);
small!(a32_2, da32_2, ta32_2, f32, 2);
small!(a32_3, da32_3, ta32_3, f32, 3);
small!(a32_4, da32_4, ta32_4, f32, 4);
small!(a64_1, da64_1, ta64_1, f64, 1);
small!(a64_2, da64_2, ta64_2, f64, 2);
small!(a64_3, da64_3, ta64_3, f64, 3);
small!(a16_2, da16_2, ta16_2, f16, 2);
small!(a16_4, da16_4, ta16_4, f16, 4);
small!(a16_8, da16_8, ta16_8, f16, 8);
small!(a128_1, da128_1, ta128_1, f128, 1);
small!(a128_2, da128_2, ta128_2, f128, 2);
macro_rules! chk {
    ($n:ident, $d:ident, $t:ident, $T:ty, $N:expr, $tol:expr) => {{
        let mut a = [0 as $T; $N];
        for i in 0..$N {
            a[i] = (0.5 + 0.25 * i as f64) as $T;
        }
        let (v, g) = $d(a, 1 as $T);
        close_to(stringify!($n), v as f64, $n(a) as f64, $tol);
        let f = |x: [f64; $N]| {
            let mut s = x[0];
            for i in 1..$N {
                s = s * x[i] + x[i - 1] * x[i];
            }
            s
        };
        for i in 0..$N {
            let mut p = [0.0; $N];
            for j in 0..$N {
                p[j] = a[j] as f64;
            }
            let (mut hi, mut lo) = (p, p);
            hi[i] += 1e-5;
            lo[i] -= 1e-5;
            let want = (f(hi) - f(lo)) / 2e-5;
            close_to(
                &format!("{}[{}]", stringify!($n), i),
                g[i] as f64,
                want,
                f64::max($tol, 1e-6),
            );
            let mut e = [0 as $T; $N];
            e[i] = 1 as $T;
            let (v, t) = $t(a, e);
            close_to(
                &format!("t_{}[{}]", stringify!($n), i),
                t as f64,
                want,
                f64::max($tol, 1e-6),
            );
        }
    }};
}

#[autodiff_reverse(d_nest, Active, Active)]
#[autodiff_forward(t_nest, Dual, DualOnly)]
fn nest(a: [[f32; 2]; 2]) -> f32 {
    a[0][0] * a[1][1] - a[0][1] * a[1][0] * a[0][0]
}
#[autodiff_reverse(d_ftup, Active, Active)]
#[autodiff_forward(t_ftup, Dual, DualOnly)]
fn ftup(a: (f32, f32)) -> f32 {
    a.0 * a.1 * a.1
}
#[autodiff_reverse(d_tupn, Active, Active)]
#[autodiff_forward(t_tupn, Dual, DualOnly)]
fn tupn(a: (f64, (f32, [f64; 2]))) -> f64 {
    a.0 * a.1 .0 as f64 * a.1 .1[0] + a.1 .1[1] * a.0
}
#[autodiff_reverse(d_mutvec, Duplicated, Active)]
#[autodiff_forward(t_mutvec, Dual, DualOnly)]
fn mutvec(v: &mut [Vec<f64>]) -> f64 {
    let mut s = 0.0;
    for i in 0..v.len() {
        let k = v[0][0];
        for a in v[i].iter_mut() {
            *a *= k;
            s += *a * *a;
        }
    }
    s
}
#[autodiff_reverse(d_slsl, Duplicated, Active)]
fn slsl(v: &[&[f64]]) -> f64 {
    v.iter().map(|r| r.iter().product::<f64>()).sum()
}
#[autodiff_reverse(d_slst, Duplicated, Active)]
#[autodiff_forward(t_slst, Dual, DualOnly)]
fn slst(v: &[P]) -> f64 {
    v.iter().map(|p| p.m * p.v[0] * p.v[1] * p.id as f64).sum()
}
#[derive(Clone, Copy)]
struct P {
    id: u32,
    m: f64,
    v: [f32x; 2],
}
type f32x = f64;
#[autodiff_reverse(d_cg, Duplicated, Duplicated, Active)]
fn cg<const N: usize>(a: &[f64; N], b: &mut [[f64; N]; 2]) -> f64 {
    for i in 0..N {
        b[0][i] = a[i] * a[N - 1 - i];
        b[1][i] = b[0][i] + a[i];
    }
    b[1].iter().product()
}
#[autodiff_reverse(d_rcc, Duplicated, Active)]
fn rcc(a: &Rc<RefCell<Vec<f64>>>) -> f64 {
    a.borrow_mut()[0] *= 2.0;
    let b = a.borrow();
    b[0] * b[1]
}
#[autodiff_reverse(d_vecv, Duplicated, Active)]
#[autodiff_forward(t_vecv, Dual, DualOnly)]
fn vecv(a: &Vec<Vec<[f32; 3]>>) -> f32 {
    a.iter().flatten().map(|p| p[0] * p[1] + p[2] * p[2]).sum()
}
#[autodiff_reverse(d_strc, Const, Duplicated, Active)]
fn strc(s: &str, a: &[f64]) -> f64 {
    a.iter()
        .zip(s.split(','))
        .map(|(v, w)| v * v * w.trim().parse::<i32>().unwrap() as f64)
        .sum()
}
#[autodiff_reverse(d_strf, Const, Duplicated, Active)]
fn strf(s: String, a: &[f64]) -> f64 {
    a.iter().map(|v| v * s.len() as f64).sum()
}
#[autodiff_reverse(d_optarg, Duplicated, Active)]
fn optarg(a: &Option<f64>) -> f64 {
    a.map_or(0.0, |v| v * v)
}
#[autodiff_reverse(d_optref, Const, Active, Active)]
fn optref(a: Option<&f64>, x: f64) -> f64 {
    a.copied().unwrap_or(2.0) * x * x
}
#[autodiff_reverse(d_outs, Duplicated, Duplicated)]
#[autodiff_forward(t_outs, Dual, Dual)]
fn outs(x: &[f64], y: &mut [f64]) {
    for (i, o) in y.iter_mut().enumerate() {
        *o = x[i] * x[(i + 1) % x.len()];
    }
}
#[autodiff_reverse(d_inplace, Duplicated)]
fn inplace(x: &mut [f64]) {
    for i in 1..x.len() {
        x[i] *= x[i - 1];
    }
}
#[autodiff_reverse(d_boxa, Duplicated, Active)]
fn boxa(x: &Box<[f64; 3]>) -> f64 {
    x[0] * x[1] * x[2]
}
#[autodiff_reverse(d_raw, Duplicated, Const, Active)]
unsafe fn raw(x: *const f64, n: usize) -> f64 {
    let mut s = 1.0;
    for i in 0..n {
        s *= *x.add(i)
    }
    s
}
#[autodiff_reverse(d_rawmut, Duplicated, Active)]
unsafe fn rawmut(x: *mut f64) -> f64 {
    *x = *x * *x;
    *x * 3.0
}
#[autodiff_reverse(d_retarr, Active, Active)]
#[autodiff_forward(t_retarr, Dual, Dual)]
fn retarr(x: f64) -> [f64; 3] {
    [x, x * x, x.sin()]
}
#[autodiff_forward(t_retvec, Dual, Dual)]
fn retvec(x: f64) -> Vec<f64> {
    vec![x, x * x, x.sin()]
}
#[autodiff_forward(t_retopt, Dual, Dual)]
fn retopt(x: f64) -> Option<f64> {
    if x > 0.0 {
        Some(x.ln())
    } else {
        None
    }
}
#[autodiff_forward(t_retstr, Dual, Dual)]
fn retstr(x: f64) -> P {
    P {
        id: 7,
        m: x * x,
        v: [x, 1.0 / x],
    }
}
#[autodiff_reverse(d_many, Active, Const, Active, Duplicated, Active, Active)]
#[autodiff_forward(t_many, Dual, Const, Dual, Dual, Dual, DualOnly)]
fn many(a: f64, n: i32, b: f32, c: &[f64], d: [f32; 2]) -> f64 {
    a.powi(n) * b as f64 * c[0] * (d[0] * d[1]) as f64
}
#[autodiff_reverse(d_bools, Active, Const, Const, Active)]
fn bools(x: f64, b: bool, c: char) -> f64 {
    if b {
        x * x
    } else {
        x * c as u32 as f64
    }
}
#[autodiff_reverse(d_gen, Duplicated, Const, Active)]
fn gen<T: Into<f64> + Copy, F: Fn(f64) -> f64>(x: &[T], f: F) -> f64 {
    x.iter().map(|v| f((*v).into())).sum()
}

#[autodiff_reverse(d_through, Const, Active, Active)]
#[autodiff_forward(t_through, Const, Dual, DualOnly)]
fn through(f: fn(f64) -> f64, x: f64) -> f64 {
    f(x) * f(2.0 * x)
}
fn cube(x: f64) -> f64 {
    x * x * x
}

fn main() {
    for f in [cube as fn(f64) -> f64, f64::sin] {
        let f = std::hint::black_box(f);
        derivative("through", |x| through(f, x), 0.7, d_through(f, 0.7, 1.0).1);
        derivative("t_through", |x| through(f, x), 0.7, t_through(f, 0.7, 1.0));
    }
    chk!(a32_1, da32_1, ta32_1, f32, 1, 1e-5);
    chk!(a32_2, da32_2, ta32_2, f32, 2, 1e-5);
    chk!(a32_3, da32_3, ta32_3, f32, 3, 1e-5);
    chk!(a32_4, da32_4, ta32_4, f32, 4, 1e-5);
    chk!(a64_1, da64_1, ta64_1, f64, 1, 1e-12);
    chk!(a64_2, da64_2, ta64_2, f64, 2, 1e-12);
    chk!(a64_3, da64_3, ta64_3, f64, 3, 1e-12);
    chk!(a16_2, da16_2, ta16_2, f16, 2, 1e-2);
    chk!(a16_4, da16_4, ta16_4, f16, 4, 1e-2);
    chk!(a16_8, da16_8, ta16_8, f16, 8, 2e-2);
    chk!(a128_1, da128_1, ta128_1, f128, 1, 1e-12);
    chk!(a128_2, da128_2, ta128_2, f128, 2, 1e-12);
    let (_, g) = d_nest([[1.0, 2.0], [3.0, 4.0]], 1.0);
    for (i, w) in [4.0 - 6.0, -3.0, -2.0, 1.0].iter().enumerate() {
        close(&format!("nest{i}"), g[i / 2][i % 2] as f64, *w);
    }
    close(
        "t_nest",
        t_nest([[1.0, 2.0], [3.0, 4.0]], [[0.0, 1.0], [0.0, 2.0]]) as f64,
        -1.0,
    );
    let (_, g) = d_ftup((2.0, 3.0), 1.0);
    close("ftup", g.0 as f64, 9.0);
    close("ftup", g.1 as f64, 12.0);

    let (_, g) = d_tupn((2.0, (3.0, [4.0, 5.0])), 1.0);
    close("tupn", g.0, 17.0);
    close("tupn", g.1 .0 as f64, 8.0);
    close("tupn", g.1 .1[0], 6.0);
    close("tupn", g.1 .1[1], 2.0);
    close(
        "t_tupn",
        t_tupn((2.0, (3.0, [4.0, 5.0])), (1.0, (1.0, [1.0, 1.0]))),
        17.0 + 8.0 + 6.0 + 2.0,
    );
    let mk = |x: &[f64]| vec![x[..2].to_vec(), x[2..].to_vec()];
    let x = [0.7, 1.2, -0.3, 2.0, 0.4];
    let mut dv = mk(&[0.0; 5]);
    d_mutvec(&mut mk(&x), &mut dv, 1.0);
    gradient("mutvec", |x| mutvec(&mut mk(x)), &x, &dv.concat());
    close_to(
        "t_mutvec",
        t_mutvec(&mut mk(&x), &mut mk(&[0.0, 1.0, 0.0, 0.0, 0.0])),
        {
            let mut dv = mk(&[0.0; 5]);
            d_mutvec(&mut mk(&x), &mut dv, 1.0);
            dv[0][1]
        },
        1e-10,
    );
    let (mut g1, mut g2) = ([0.0; 2], [0.0; 3]);
    {
        let mut d: [&[f64]; 2] = [&g1, &g2];
    }
    let mut s1 = vec![0.0; 2];
    let mut s2 = vec![0.0; 3];
    {
        let s: Vec<&mut [f64]> = vec![&mut s1, &mut s2];
        let mut s: Vec<&[f64]> = unsafe { std::mem::transmute(s) };
        d_slsl(
            &[&x[..2], &x[2..]],
            unsafe { &mut *(s.as_mut_slice() as *mut [&[f64]]) },
            1.0,
        );
    }
    gradient("slsl", |x| slsl(&[&x[..2], &x[2..]]), &x, &[s1, s2].concat());
    let mp = |x: &[f64]| {
        vec![
            P {
                id: 3,
                m: x[0],
                v: [x[1], x[2]],
            },
            P {
                id: 2,
                m: x[1],
                v: [x[3], x[4]],
            },
        ]
    };
    let mut dp = vec![
        P {
            id: 0,
            m: 0.0,
            v: [0.0; 2]
        };
        2
    ];
    d_slst(&mp(&x), &mut dp, 1.0);
    gradient(
        "slst",
        |x| slst(&mp(x)),
        &x,
        &[dp[0].m, dp[0].v[0] + dp[1].m, dp[0].v[1], dp[1].v[0], dp[1].v[1]],
    );
    close("slst id", dp[0].id as f64, 0.0);
    let a = [0.7, 1.2, -0.3];
    let mut da = [0.0; 3];
    d_cg(&a, &mut da, &mut [[0.0; 3]; 2], &mut [[0.0; 3]; 2], 1.0);
    gradient("cg", |a| cg::<3>(a.try_into().unwrap(), &mut [[0.0; 3]; 2]), &a, &da);
    let (r, mut dr) = (
        Rc::new(RefCell::new(vec![2.0, 3.0])),
        Rc::new(RefCell::new(vec![0.0; 2])),
    );
    close("rcc", d_rcc(&r, &mut dr, 1.0), 12.0);
    close("rcc", dr.borrow()[0], 6.0);
    close("rcc", dr.borrow()[1], 4.0);
    let vv = vec![vec![[1.0, 2.0, 3.0]], vec![[4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]];
    let mut dvv: Vec<Vec<[f32; 3]>> = vv.iter().map(|r| vec![[0.0; 3]; r.len()]).collect();
    d_vecv(&vv, &mut dvv, 1.0);
    close("vecv", dvv[1][1][0] as f64, 8.0);
    close("vecv", dvv[1][0][2] as f64, 12.0);
    let mut da = [0.0; 3];
    d_strc("1, 2,-3", &a, &mut da, 1.0);
    gradient("strc", |a| strc("1, 2,-3", a), &a, &da);
    let mut da = [0.0; 3];
    d_strf("abc".into(), &a, &mut da, 1.0);
    close("strf", da[1], 3.0);
    let mut o = Some(0.0);
    d_optarg(&Some(3.0), &mut o, 1.0);
    close("optarg", o.unwrap(), 6.0);
    close("optref", d_optref(Some(&3.0), 2.0, 1.0).1, 12.0);
    close("optref", d_optref(None, 2.0, 1.0).1, 8.0);
    let (mut y, mut dy, mut dx) = ([0.0; 3], [1.0, 2.0, 3.0], [0.0; 3]);
    d_outs(&a, &mut dx, &mut y, &mut dy);
    gradient(
        "outs",
        |a| {
            let mut y = [0.0; 3];
            outs(a, &mut y);
            y[0] + 2.0 * y[1] + 3.0 * y[2]
        },
        &a,
        &dx,
    );
    let mut dz = [1.0, 2.0, 3.0];
    d_inplace(&mut a.clone(), &mut dz);
    gradient(
        "inplace",
        |a| {
            let mut y = a.to_vec();
            inplace(&mut y);
            y[0] + 2.0 * y[1] + 3.0 * y[2]
        },
        &a,
        &dz,
    );
    let mut b = Box::new([0.0; 3]);
    d_boxa(&Box::new(a), &mut b, 1.0);
    close("boxa", b[0], a[1] * a[2]);
    let mut da = [0.0; 3];
    unsafe { d_raw(a.as_ptr(), da.as_mut_ptr(), 3, 1.0) };
    close("raw", da[2], a[1] * a[0]);
    let (mut p, mut dp) = (3.0, 0.0);
    unsafe { d_rawmut(&mut p, &mut dp, 1.0) };
    close("rawmut", dp, 18.0);
    let (v, g) = d_retarr(0.5, [1.0, 1.0, 1.0]);
    close_to("retarr", g, 1.0 + 1.0 + 0.5f64.cos(), 1e-12);
    let (v, t) = t_retarr(0.5, 2.0);
    close("t_retarr", t[1], 2.0);
    let (v, t) = t_retopt(0.5, 2.0);
    close("t_retopt", t.unwrap(), 4.0);
    let (v, t) = t_retstr(0.5, 2.0);
    close("t_retstr", t.v[1], -8.0);
    close("t_retstr", v.id as f64, 7.0);
    let (v, t) = t_retvec(0.5, 2.0);
    close("t_retvec", t[1], 2.0);
    let mut dc = [0.0];
    let r = d_many(2.0, 3, 1.5, &[0.5], &mut dc, [2.0, 3.0], 1.0);
    close("many", r.0, 36.0);
    close("many", r.1, 54.0);
    close("many", r.2 as f64, 24.0);
    close("many", dc[0], 72.0);
    close("many", r.3[0] as f64, 18.0);
    close("many", r.3[1] as f64, 12.0);
    close(
        "t_many",
        t_many(2.0, 1.0, 3, 1.5, 0.0, &[0.5], &[0.0], [2.0, 3.0], [0.0, 1.0]),
        54.0 + 12.0,
    );
    close("bools", d_bools(2.0, true, 'a', 1.0).1, 4.0);
    close("bools", d_bools(2.0, false, 'a', 1.0).1, 97.0);
    let mut da = [0f32; 2];
    d_gen(&[2f32, 3.0], &mut da, |v| v * v, 1.0);
    close("gen", da[1] as f64, 6.0);
    let mut da = [0f64; 2];
    let k = 3.0;
    d_gen(&[2f64, 3.0], &mut da, |v| v * k, 1.0);
    close("gen", da[1], 3.0);
    done();
}
