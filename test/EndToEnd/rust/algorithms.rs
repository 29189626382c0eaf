// Algorithms as programs have them: solvers, grids, interpreters, transforms, tables, text beside numbers.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::cell::RefCell;
use std::collections::*;
use std::fmt::Write;
use std::ops::*;
use std::rc::Rc;
// dual-number-generic code
trait Real: Copy + Add<Output = Self> + Mul<Output = Self> + From<f64> {
    fn sin(self) -> Self;
}
impl Real for f64 {
    fn sin(self) -> f64 {
        f64::sin(self)
    }
}
fn poly<R: Real>(x: &[R], c: &[f64]) -> R {
    let mut s = R::from(0.0);
    for (a, k) in x.iter().zip(c) {
        s = s * *a + R::from(*k) + a.sin();
    }
    s
}
struct Grid {
    nx: usize,
    ny: usize,
    d: Vec<f64>,
}
impl Grid {
    fn new(nx: usize, ny: usize) -> Self {
        Grid {
            nx,
            ny,
            d: vec![0.0; nx * ny],
        }
    }
    fn step(&self) -> Grid {
        let mut g = Grid::new(self.nx, self.ny);
        for i in 1..self.nx - 1 {
            for j in 1..self.ny - 1 {
                g[(i, j)] = self[(i, j)]
                    + 0.1
                        * (self[(i - 1, j)] + self[(i + 1, j)] + self[(i, j - 1)] + self[(i, j + 1)]
                            - 4.0 * self[(i, j)]);
            }
        }
        g
    }
}
impl Index<(usize, usize)> for Grid {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.d[i * self.ny + j]
    }
}
impl IndexMut<(usize, usize)> for Grid {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        let n = self.ny;
        &mut self.d[i * n + j]
    }
}
fn rk4(f: &dyn Fn(f64, &[f64; 2]) -> [f64; 2], y0: [f64; 2], t: f64, n: usize) -> [f64; 2] {
    let h = t / n as f64;
    let mut y = y0;
    for i in 0..n {
        let t = i as f64 * h;
        let add = |a: [f64; 2], b: [f64; 2], s: f64| [a[0] + s * b[0], a[1] + s * b[1]];
        let k1 = f(t, &y);
        let k2 = f(t + h / 2.0, &add(y, k1, h / 2.0));
        let k3 = f(t + h / 2.0, &add(y, k2, h / 2.0));
        let k4 = f(t + h, &add(y, k3, h));
        for j in 0..2 {
            y[j] += h / 6.0 * (k1[j] + 2.0 * k2[j] + 2.0 * k3[j] + k4[j]);
        }
    }
    y
}
fn newton(f: impl Fn(f64) -> f64, df: impl Fn(f64) -> f64, mut x: f64) -> Result<f64, String> {
    for _ in 0..50 {
        let s = f(x) / df(x);
        x -= s;
        if s.abs() < 1e-13 {
            return Ok(x);
        }
    }
    Err(format!("no convergence at {x}"))
}
fn cholesky(a: &mut Vec<Vec<f64>>) -> Option<f64> {
    let n = a.len();
    let mut ld = 0.0;
    for j in 0..n {
        let mut d = a[j][j];
        for k in 0..j {
            d -= a[j][k] * a[j][k];
        }
        if d <= 0.0 {
            return None;
        }
        let d = d.sqrt();
        a[j][j] = d;
        ld += d.ln();
        for i in j + 1..n {
            let mut s = a[i][j];
            for k in 0..j {
                s -= a[i][k] * a[j][k];
            }
            a[i][j] = s / d;
        }
    }
    Some(2.0 * ld)
}
#[derive(Clone)]
struct Particle {
    pos: [f64; 3],
    mass: f32,
    kind: Kind,
    tag: Option<u8>,
}
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Heavy,
    Light(f64),
}
struct Lcg(u64);
impl Lcg {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.0 >> 33) as f64 / (1u64 << 31) as f64
    }
}
enum Op {
    Push(f64),
    Add,
    Mul,
    Sin,
    Dup,
}
fn run(ops: &[Op]) -> f64 {
    let mut st = Vec::with_capacity(4);
    for o in ops {
        match o {
            Op::Push(v) => st.push(*v),
            Op::Add => {
                let b = st.pop().unwrap();
                let a = st.pop().unwrap();
                st.push(a + b)
            }
            Op::Mul => {
                let b = st.pop().unwrap();
                let a = st.pop().unwrap();
                st.push(a * b)
            }
            Op::Sin => {
                let a: f64 = st.pop().unwrap();
                st.push(a.sin())
            }
            Op::Dup => {
                let a = *st.last().unwrap();
                st.push(a)
            }
        }
    }
    st.pop().unwrap()
}
fn fft(re: &mut [f64], im: &mut [f64]) {
    let n = re.len();
    if n == 1 {
        return;
    }
    let (mut er, mut ei, mut or, mut oi) = (vec![], vec![], vec![], vec![]);
    for k in 0..n / 2 {
        er.push(re[2 * k]);
        ei.push(im[2 * k]);
        or.push(re[2 * k + 1]);
        oi.push(im[2 * k + 1]);
    }
    fft(&mut er, &mut ei);
    fft(&mut or, &mut oi);
    for k in 0..n / 2 {
        let a = -2.0 * std::f64::consts::PI * k as f64 / n as f64;
        let (s, c) = a.sin_cos();
        let (tr, ti) = (c * or[k] - s * oi[k], c * oi[k] + s * or[k]);
        re[k] = er[k] + tr;
        im[k] = ei[k] + ti;
        re[k + n / 2] = er[k] - tr;
        im[k + n / 2] = ei[k] - ti;
    }
}
const TABLE: [f64; 4] = [1.0, -0.5, 0.25, 2.0];
static mut COUNTER: usize = 0;
static WEIGHTS: [[f64; 2]; 2] = [[1.0, 2.0], [3.0, -1.0]];
mod inner {
    pub trait Shape {
        fn area(&self) -> f64;
        fn scale(self: Box<Self>, k: f64) -> Box<dyn Shape>;
    }
    pub struct Sq(pub f64);
    pub struct Re(pub f64, pub f64);
    impl Shape for Sq {
        fn area(&self) -> f64 {
            self.0 * self.0
        }
        fn scale(self: Box<Self>, k: f64) -> Box<dyn Shape> {
            Box::new(Re(self.0 * k, self.0))
        }
    }
    impl Shape for Re {
        fn area(&self) -> f64 {
            self.0 * self.1
        }
        fn scale(self: Box<Self>, k: f64) -> Box<dyn Shape> {
            Box::new(Re(self.0 * k, self.1 * k))
        }
    }
}
struct Cheb<'a> {
    x: &'a f64,
    a: f64,
    b: f64,
    k: usize,
}
impl<'a> Iterator for Cheb<'a> {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        if self.k == 0 {
            return None;
        }
        self.k -= 1;
        let c = 2.0 * *self.x * self.b - self.a;
        self.a = self.b;
        self.b = c;
        Some(self.a)
    }
}

programs! {
    generic |x| poly(x, &[1.0, 2.0, -0.5, 0.1]);
    heat |x| {
        let mut g = Grid::new(4, 4);
        for (i, v) in x.iter().enumerate() {
            g.d[i + 4] = v * v;
        }
        for _ in 0..3 {
            g = g.step();
        }
        g.d.iter().map(|v| v * v).sum()
    };
    ode |x| {
        let k = x[2];
        let y = rk4(&|t, y| [y[1], -k * y[0] + t.sin() * x[3]], [x[0], x[1]], 1.0, 8);
        y[0] * y[1]
    };
    newtons |x| newton(|v| v * v * v - x[1] - x[3], |v| 3.0 * v * v, 1.0).unwrap_or(0.0) * x[0];
    chol |x| {
        let n = 3;
        let mut a = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..n {
                a[i][j] = x[i] * x[j] + if i == j { 2.0 + x[3] } else { 0.0 };
            }
        }
        cholesky(&mut a).unwrap_or(0.0)
    };
    random |x| {
        let mut r = Lcg(42);
        let mut s = 0.0;
        for _ in 0..20 {
            let i = (r.next() * x.len() as f64) as usize;
            s += x[i] * r.next() * x[0];
        }
        s
    };
    stackvm |x| {
        run(&[
            Op::Push(x[0]),
            Op::Push(x[1]),
            Op::Mul,
            Op::Dup,
            Op::Sin,
            Op::Add,
            Op::Push(x[3]),
            Op::Mul,
        ])
    };
    fourier |x| {
        let mut re = x[..4].to_vec();
        let mut im = vec![0.0; 4];
        fft(&mut re, &mut im);
        re.iter()
            .zip(&im)
            .enumerate()
            .map(|(k, (a, b))| (k as f64 + 1.0) * (a * a + b * b))
            .sum()
    };
    tables |x| {
        unsafe {
            COUNTER += 1;
        }
        x.iter()
            .zip(TABLE.iter().cycle())
            .map(|(a, b)| a * a * b)
            .sum::<f64>()
            + WEIGHTS[1][0] * x[0]
            + WEIGHTS[0][1] * x[1] * x[2]
    };
    selfbox |x| {
        use inner::*;
        let v: Vec<Box<dyn Shape>> = vec![Box::new(Sq(x[0])), Box::new(Re(x[1], x[2]))];
        v.into_iter().map(|s| s.scale(x[3]).area()).sum()
    };
    cheb |x| {
        Cheb {
            x: &x[0],
            a: 1.0,
            b: x[0],
            k: 6,
        }
        .zip(x)
        .map(|(t, c)| t * c)
        .sum()
    };
    bheap |x| {
        let mut h: BinaryHeap<u32> = BinaryHeap::new();
        for i in [3, 1, 5, 0] {
            h.push(i);
        }
        let mut s = 0.0;
        while let Some(i) = h.pop() {
            s = s * 0.5 + x[i as usize] * x[0];
        }
        s
    };
    bset |x| {
        let b: BTreeSet<usize> = [5, 2, 3].into_iter().collect();
        b.iter().map(|&i| x[i] * x[i]).sum()
    };
    bmapint |x| {
        let mut m: BTreeMap<&str, usize> = BTreeMap::new();
        m.insert("a", 2);
        m.insert("b", 1);
        x[m["a"]] * x[m["b"]]
    };
    lines |x| {
        let cfg = "0 2\n1 3\n\n4 5";
        let mut s = 0.0;
        for l in cfg.lines().filter(|l| !l.is_empty()) {
            let mut it = l.split_whitespace().map(|t| t.parse::<usize>());
            let (a, b) = (it.next().unwrap().unwrap(), it.next().unwrap().unwrap());
            s += x[a] * x[b];
        }
        s
    };
    f32s |x| {
        let a: Vec<f32> = x.iter().map(|v| *v as f32 as f64 as f32).collect();
        x.iter().map(|v| v * v).sum::<f64>() + 0.0 * a[0] as f64
    };
    total |x| {
        let mut v = x.to_vec();
        v.sort_by(f64::total_cmp);
        let k = v.iter().position(|a| *a > 1.0).unwrap();
        v[k] * v[k - 1]
    };
    minmax |x| {
        x.iter()
            .cloned()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| {
                (l.min(v), h.max(v))
            })
            .1
            .powi(2)
            * x.iter().cloned().fold(f64::INFINITY, f64::min)
    };
    bits |x| {
        x.iter()
            .map(|v| if v.is_sign_negative() { -v } else { v * v })
            .sum()
    };
    ternary |x| {
        let f: &dyn Fn(f64) -> f64 = if x[0] > 0.0 { &|v| v * v } else { &|v: f64| v.sin() };
        x.iter().map(|v| f(*v)).sum()
    };
    curry |x| {
        fn add(a: f64) -> impl Fn(f64) -> Box<dyn Fn(f64) -> f64> {
            move |b| Box::new(move |c| a * b + c * a)
        }
        add(x[0])(x[1])(x[2])
    };
    memo |x| {
        let mut memo: Vec<Option<f64>> = vec![None; 8];
        fn go(n: usize, x: &[f64], m: &mut Vec<Option<f64>>) -> f64 {
            if n < 2 {
                return x[n];
            }
            if let Some(v) = m[n] {
                return v;
            }
            let r = go(n - 1, x, m) * 0.5 + go(n - 2, x, m) * x[2];
            m[n] = Some(r);
            r
        }
        go(7, x, &mut memo)
    };
    arr3 |x| {
        let mut t = [[[0.0; 2]; 3]; 2];
        for (i, v) in x.iter().enumerate() {
            t[i % 2][i % 3][i / 3] = v * v;
        }
        t.iter()
            .flatten()
            .flatten()
            .enumerate()
            .map(|(i, v)| v * i as f64)
            .sum()
    };
    asref |x| {
        fn s<A: AsRef<[f64]>>(a: A) -> f64 {
            a.as_ref().iter().product()
        }
        s(x) + s(vec![x[0], x[1]]) + s([x[2]; 2])
    };
    optchain |x| {
        let o = Some(x[0])
            .filter(|v| *v > 0.0)
            .map(|v| v * x[1])
            .and_then(|v| if v > 100.0 { None } else { Some(v + x[2]) })
            .or(Some(1.0));
        o.zip(x.get(3).copied()).map_or(0.0, |(a, b)| a * b)
    };
    reschain |x| {
        let r: Result<f64, i32> = Ok(x[0]);
        r.map(|v| v * v)
            .and_then(|v| if v < 0.0 { Err(3) } else { Ok(v * x[1]) })
            .unwrap_or_else(|e| e as f64)
    };
    shadowed |x| {
        let x: Vec<f64> = x.iter().map(|v| v + 1.0).collect();
        let x = x.iter().map(|v| v * v).collect::<Vec<_>>();
        let [a, b, ..] = x[..] else { unreachable!() };
        a * b
    };
    checkpoint |x| {
        let mut y = x.to_vec();
        let save = y.clone();
        for _ in 0..3 {
            for i in 1..y.len() {
                y[i] = y[i] * 0.5 + y[i - 1];
            }
        }
        y.clone_from(&save.iter().zip(&y).map(|(a, b)| a * b).collect::<Vec<_>>());
        y.iter().sum()
    };
    gradclip |x| {
        let n = x.iter().map(|v| v * v).sum::<f64>().sqrt();
        let s = if n > 1.0 { 1.0 / n } else { 1.0 };
        x.iter().enumerate().map(|(i, v)| v * s * i as f64).sum()
    };
    i128s |x| {
        let n: i128 = 1 << 70;
        let k: u16 = 300;
        let c: i8 = -3;
        x[0] * (n >> 68) as f64 + x[1] * x[1] * k as f64 + x[2] * c as f64
    };
    floatint |x| {
        let i = x[3].floor() as usize;
        let f = x[3] - i as f64;
        x[i] * (1.0 - f) + x[i + 1] * f
    };
    text |x| {
        let mut s = String::new();
        for (i, v) in x.iter().enumerate() {
            write!(s, "{i}:{v:.2},").unwrap();
        }
        let n = s.split(',').filter(|p| !p.is_empty()).count();
        x[0] * n as f64 * x[1]
    };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.65, 1.3, -0.4, 2.15, 0.9, 1.6]);
    }
    done();
}
