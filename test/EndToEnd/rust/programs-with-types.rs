// Types of the program's own on the way: operators, layers, expressions, lists, trees, closures in structs.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::ops::*;
use std::rc::Rc;
#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct V3 {
    x: f64,
    y: f64,
    z: f64,
}
impl Add for V3 {
    type Output = V3;
    fn add(self, o: V3) -> V3 {
        V3 {
            x: self.x + o.x,
            y: self.y + o.y,
            z: self.z + o.z,
        }
    }
}
impl Sub for V3 {
    type Output = V3;
    fn sub(self, o: V3) -> V3 {
        V3 {
            x: self.x - o.x,
            y: self.y - o.y,
            z: self.z - o.z,
        }
    }
}
impl Mul<f64> for V3 {
    type Output = V3;
    fn mul(self, o: f64) -> V3 {
        V3 {
            x: self.x * o,
            y: self.y * o,
            z: self.z * o,
        }
    }
}
impl Neg for V3 {
    type Output = V3;
    fn neg(self) -> V3 {
        V3 {
            x: -self.x,
            y: -self.y,
            z: -self.z,
        }
    }
}
impl AddAssign for V3 {
    fn add_assign(&mut self, o: V3) {
        *self = *self + o
    }
}
impl Index<usize> for V3 {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        match i {
            0 => &self.x,
            1 => &self.y,
            _ => &self.z,
        }
    }
}
impl IndexMut<usize> for V3 {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        match i {
            0 => &mut self.x,
            1 => &mut self.y,
            _ => &mut self.z,
        }
    }
}
impl std::iter::Sum for V3 {
    fn sum<I: Iterator<Item = V3>>(i: I) -> V3 {
        i.fold(V3::default(), |a, b| a + b)
    }
}
impl V3 {
    fn dot(self, o: V3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn cross(self, o: V3) -> V3 {
        V3 {
            x: self.y * o.z - self.z * o.y,
            y: self.z * o.x - self.x * o.z,
            z: self.x * o.y - self.y * o.x,
        }
    }
    fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
}
fn v3(x: &[f64]) -> V3 {
    V3 {
        x: x[0],
        y: x[1],
        z: x[2],
    }
}

trait Layer {
    fn forward(&self, x: &[f64]) -> Vec<f64>;
    fn name(&self) -> String {
        "layer".into()
    }
}
struct Dense {
    w: Vec<Vec<f64>>,
    b: Vec<f64>,
}
struct Act(fn(f64) -> f64);
struct Net {
    layers: Vec<Box<dyn Layer>>,
}
impl Layer for Dense {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        self.w
            .iter()
            .zip(&self.b)
            .map(|(r, b)| r.iter().zip(x).map(|(a, c)| a * c).sum::<f64>() + b)
            .collect()
    }
    fn name(&self) -> String {
        format!("dense {}", self.b.len())
    }
}
impl Layer for Act {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        x.iter().map(|v| (self.0)(*v)).collect()
    }
}
impl Net {
    fn run(&self, x: &[f64]) -> Vec<f64> {
        let mut a = x.to_vec();
        for l in &self.layers {
            a = l.forward(&a);
        }
        a
    }
}

struct Opts<'a> {
    f: Box<dyn Fn(f64) -> f64 + 'a>,
    g: &'a dyn Fn(f64, f64) -> f64,
    n: usize,
}
struct Matrix<const R: usize, const C: usize> {
    d: [[f64; C]; R],
}
impl<const R: usize, const C: usize> Matrix<R, C> {
    fn mul<const K: usize>(&self, o: &Matrix<C, K>) -> Matrix<R, K> {
        let mut d = [[0.0; K]; R];
        for i in 0..R {
            for j in 0..K {
                for k in 0..C {
                    d[i][j] += self.d[i][k] * o.d[k][j];
                }
            }
        }
        Matrix { d }
    }
    fn t(&self) -> Matrix<C, R> {
        let mut d = [[0.0; R]; C];
        for i in 0..R {
            for j in 0..C {
                d[j][i] = self.d[i][j];
            }
        }
        Matrix { d }
    }
    fn trace(&self) -> f64 {
        (0..R.min(C)).map(|i| self.d[i][i]).sum()
    }
}
fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}
fn make_adder(k: f64) -> Box<dyn Fn(f64) -> f64> {
    Box::new(move |v| v * k + k)
}
enum Expr {
    Var(usize),
    Const(f64),
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Sin(Box<Expr>),
}
impl Expr {
    fn eval(&self, x: &[f64]) -> f64 {
        match self {
            Expr::Var(i) => x[*i],
            Expr::Const(c) => *c,
            Expr::Add(a, b) => a.eval(x) + b.eval(x),
            Expr::Mul(a, b) => a.eval(x) * b.eval(x),
            Expr::Sin(a) => a.eval(x).sin(),
        }
    }
}
enum Shape {
    Circle { r: f64 },
    Rect { w: f64, h: f64 },
    Tri([f64; 3]),
    Empty,
}
impl Shape {
    fn area(&self) -> f64 {
        match *self {
            Shape::Circle { r } => std::f64::consts::PI * r * r,
            Shape::Rect { w, h } => w * h,
            Shape::Tri([a, b, c]) => {
                let s = (a + b + c) / 2.0;
                s * (s - a) + b * c
            }
            Shape::Empty => 0.0,
        }
    }
}
#[derive(Debug)]
enum MyErr {
    Neg(usize),
    Small,
}
fn root(v: f64, i: usize) -> Result<f64, MyErr> {
    if v < 0.0 {
        Err(MyErr::Neg(i))
    } else if v < 0.1 {
        Err(MyErr::Small)
    } else {
        Ok(v.sqrt())
    }
}
fn allroots(x: &[f64]) -> Result<f64, MyErr> {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        s += root(v * v + 0.2, i)?;
    }
    Ok(s)
}
fn somefirst(x: &[f64]) -> Option<f64> {
    let a = x.first()?;
    let b = x.get(1)?;
    let c = x.iter().find(|v| **v > 2.0)?;
    Some(a * b * c)
}
struct Node {
    v: f64,
    next: Option<Box<Node>>,
}
struct Tree {
    v: f64,
    l: Option<Box<Tree>>,
    r: Option<Box<Tree>>,
}
impl Tree {
    fn insert(t: Option<Box<Tree>>, v: f64) -> Option<Box<Tree>> {
        match t {
            None => Some(Box::new(Tree { v, l: None, r: None })),
            Some(mut n) => {
                if v < n.v {
                    n.l = Tree::insert(n.l.take(), v)
                } else {
                    n.r = Tree::insert(n.r.take(), v)
                }
                Some(n)
            }
        }
    }
    fn sum(t: &Option<Box<Tree>>, d: f64) -> f64 {
        match t {
            None => 0.0,
            Some(n) => n.v * n.v * d + Tree::sum(&n.l, d + 1.0) + Tree::sum(&n.r, d + 1.0),
        }
    }
}
struct Fib {
    a: f64,
    b: f64,
}
impl Iterator for Fib {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        let c = self.a + self.b;
        self.a = self.b;
        self.b = c;
        if c > 50.0 {
            None
        } else {
            Some(c)
        }
    }
}
struct Guard<'a>(&'a mut f64, f64);
impl<'a> Drop for Guard<'a> {
    fn drop(&mut self) {
        *self.0 += self.1 * self.1;
    }
}

programs! {
    vec3 |x| {
        let (a, b) = (v3(x), v3(&x[3..]));
        let mut c = a.cross(b) + a * b.norm() - -b;
        c += a;
        c.dot(b) + c[1]
    };
    vec3sum |x| {
        let p: Vec<V3> = x.windows(3).map(v3).collect();
        let s: V3 = p.iter().copied().sum();
        let mut t = s * 0.5;
        t[2] *= t[0];
        t.norm()
    };
    nbody |x| {
        let mut p = [v3(x), v3(&x[3..])];
        let mut v = [V3::default(); 2];
        for _ in 0..5 {
            let d = p[1] - p[0];
            let f = d * (1.0 / (d.dot(d) + 0.1).powf(1.5));
            v[0] += f * 0.01;
            v[1] += -f * 0.01;
            for i in 0..2 {
                p[i] += v[i] * 0.01;
            }
        }
        (p[0] - p[1]).norm()
    };
    opts |x| {
        let k = x[0];
        let o = Opts {
            f: Box::new(move |v| v * k),
            g: &|a, b| a * b + k,
            n: 3,
        };
        let mut a = x[1];
        for i in 0..o.n {
            a = (o.g)((o.f)(a), x[i]);
        }
        a
    };
    boxedfns |x| {
        let fs: Vec<Box<dyn Fn(f64) -> f64>> = vec![Box::new(|v| v.sin()), Box::new(|v| v * v), make_adder(x[0])];
        fs.iter().zip(x).map(|(f, v)| f(*v)).sum()
    };
    fnptrs |x| {
        let fs: [fn(f64) -> f64; 3] = [f64::sin, f64::cos, |v| v * v * v];
        x.iter().enumerate().map(|(i, v)| fs[i % 3](*v)).sum()
    };
    composed |x| {
        let h = compose(compose(|v: f64| v * v, f64::sin), |v| v + 1.0);
        x.iter().map(|v| h(*v)).product()
    };
    fnmut |x| {
        let mut acc = 1.0;
        let mut f = |v: f64| {
            acc *= v + 2.0;
            acc
        };
        let a = f(x[0]);
        let b = f(x[1]);
        a + b * b
    };
    dynfnmut |x| {
        let mut acc = 0.0;
        {
            let mut f: Box<dyn FnMut(f64)> = Box::new(|v| acc += v * v);
            for v in x {
                f(*v);
            }
        }
        acc * x[0]
    };
    matrix |x| {
        let a = Matrix {
            d: [[x[0], x[1], x[2]], [x[3], x[4], x[5]]],
        };
        a.mul(&a.t())
            .mul(&a)
            .t()
            .mul(&Matrix {
                d: [[1.0, 2.0], [0.5, -1.0]],
            })
            .trace()
    };
    shapes |x| {
        let s = [
            Shape::Circle { r: x[0] },
            Shape::Rect { w: x[1], h: x[2] },
            Shape::Tri([x[3], x[4], x[5]]),
            Shape::Empty,
        ];
        s.iter().map(Shape::area).sum()
    };
    shapesvec |x| {
        let mut s = Vec::new();
        for (i, v) in x.iter().enumerate() {
            s.push(match i % 3 {
                0 => Shape::Circle { r: *v },
                1 => Shape::Rect { w: *v, h: v * 2.0 },
                _ => Shape::Empty,
            });
        }
        s.iter().map(|s| s.area()).sum()
    };
    optquestion |x| somefirst(x).unwrap_or(-1.0);
    list |x| {
        let mut h: Option<Box<Node>> = None;
        for v in x {
            h = Some(Box::new(Node { v: *v, next: h }));
        }
        let mut s = 0.0;
        let mut k = 1.0;
        let mut c = &h;
        while let Some(n) = c {
            s += n.v * n.v * k;
            k += 1.0;
            c = &n.next;
        }
        s
    };
    fib |x| Fib { a: x[0], b: x[1] }.zip(x.iter()).map(|(a, b)| a * b).sum();
    droppy |x| {
        let mut a = x[0];
        {
            let _g = Guard(&mut a, x[1]);
        }
        {
            let g = Guard(&mut a, x[2]);
            *g.0 *= x[3];
        }
        a
    };
    lets |x| {
        let [a, b, .., z] = x else { return 0.0 };
        let (p, q) = (a * b, z.sin());
        if let (true, w) = (p > 0.0, q) {
            p * w
        } else {
            p
        }
    };
    ranges |x| {
        x.iter()
            .map(|v| match v {
                v if *v < 0.0 => -v * v,
                0.0..=1.0 => v.powi(3),
                v => v.ln(),
            })
            .sum()
    };
    generator |x| {
        fn go<'a>(x: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
            x.iter()
                .enumerate()
                .flat_map(|(i, a)| x[i + 1..].iter().map(move |b| a * b))
        }
        go(x).map(|v| v.tanh()).sum()
    };
    dyniter |x| {
        let it: Box<dyn Iterator<Item = f64>> = if x.len() > 2 {
            Box::new(x.iter().map(|v| v * v))
        } else {
            Box::new(x.iter().copied())
        };
        it.sum()
    };
    stringkey |x| {
        let names = ["a", "b", "c"];
        let mut s = 0.0;
        for (n, v) in names.iter().zip(x) {
            s += match *n {
                "a" => v * v,
                "b" => v.sin(),
                _ => 2.0 * v,
            };
        }
        s
    };
    slicepat |x| {
        fn s(x: &[f64]) -> f64 {
            match x {
                [] => 0.0,
                [a] => *a,
                [a, b] => a * b,
                [a, r @ .., b] => a * b + s(r),
            }
        }
        s(x)
    };
    intslice |x| {
        let id: &[usize] = &[2, 0, 5, 1];
        let w: &[i32] = &[1, -2, 3, 4];
        id.iter().zip(w).map(|(i, w)| x[*i] * x[*i] * *w as f64).sum()
    };
    u8s |x| {
        let b = "hello".as_bytes();
        x.iter().zip(b).map(|(v, c)| v * v * (*c as f64)).sum()
    };
    csr |x| {
        struct Csr {
            p: Vec<usize>,
            i: Vec<u32>,
            v: Vec<f64>,
        }
        let m = Csr {
            p: vec![0, 2, 3, 5],
            i: vec![0, 2, 1, 0, 2],
            v: x[..5].to_vec(),
        };
        let y = [1.0, x[5], 2.0];
        (0..3)
            .map(|r| {
                (m.p[r]..m.p[r + 1])
                    .map(|k| m.v[k] * y[m.i[k] as usize])
                    .sum::<f64>()
                    .powi(2)
            })
            .sum()
    };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.65, 1.3, -0.4, 2.15, 0.9, 1.6]);
    }
    done();
}
