// Slices, vectors and iterators the way programs use them.
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
use std::rc::Rc;

programs! {
    rcvec |x| {
        let v: Vec<Rc<RefCell<f64>>> = x.iter().map(|a| Rc::new(RefCell::new(*a))).collect();
        let w = v.clone();
        for c in &w {
            let t = *c.borrow();
            *c.borrow_mut() = t * t;
        }
        v.iter().map(|c| *c.borrow()).sum()
    };
    rc |x| {
        let r = Rc::new(RefCell::new(x[0]));
        let s = r.clone();
        *s.borrow_mut() *= x[1];
        let q = Rc::clone(&r);
        *q.borrow_mut() += x[2];
        let z = *r.borrow();
        z * z
    };
    softmax |x| {
        let m = x.iter().copied().fold(f64::MIN, f64::max);
        let e: Vec<f64> = x.iter().map(|v| (v - m).exp()).collect();
        let s: f64 = e.iter().sum();
        e.iter().enumerate().map(|(i, v)| v / s * (i as f64)).sum()
    };
    peekable |x| {
        let mut it = x.iter().peekable();
        let mut s = 0.0;
        while let Some(a) = it.next() {
            if let Some(b) = it.peek() {
                s += a * **b * **b;
            } else {
                s += a.sin();
            }
        }
        s
    };
    takewhile |x| {
        x.iter()
            .skip_while(|v| **v > 0.0)
            .map(|v| v * v)
            .take(2)
            .sum::<f64>()
            + x.iter()
                .map_while(|v| if *v > 0.0 { Some(v.ln()) } else { None })
                .sum::<f64>()
    };
    chunksmut |x| {
        let mut v = x.to_vec();
        for c in v.chunks_exact_mut(2) {
            let t = c[0];
            c[0] = c[1] * t;
            c[1] = t.sin();
        }
        v.iter().rev().step_by(2).product::<f64>() + v.iter().sum::<f64>()
    };
    arraywindows |x| {
        let mut s = 0.0;
        for w in x.windows(2) {
            let [a, b]: [f64; 2] = w.try_into().unwrap();
            s += a * b * b;
        }
        s
    };
    unzip |x| {
        let (a, b): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (v.sin(), v * v)).unzip();
        a.iter().zip(b.iter().rev()).map(|(p, q)| p * q).sum()
    };
    partition |x| {
        let (a, b): (Vec<f64>, Vec<f64>) = x.iter().copied().partition(|v| *v > 1.0);
        a.iter().product::<f64>() - b.iter().map(|v| v * v).sum::<f64>()
    };
    maxby |x| {
        let m = x
            .iter()
            .copied()
            .max_by(|a, b| a.partial_cmp(b).unwrap())
            .unwrap();
        let i = x.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)).unwrap().0;
        m * m * x[i]
    };
    tryfold |x| {
        x.iter()
            .try_fold(1.0, |a, v| if v.is_finite() { Some(a * v + 0.1) } else { None })
            .unwrap_or(0.0)
    };
    chain |x| {
        std::iter::once(2.0)
            .chain(x.iter().copied())
            .chain(std::iter::repeat(0.5).take(2))
            .fold(0.3, |a: f64, v| (a + v).sin())
    };
    successors |x| {
        std::iter::successors(
            Some(x[0]),
            |v| if *v < 40.0 { Some(v * x[1] + x[3]) } else { None },
        )
        .map(|v| v * v)
        .sum()
    };
    fromfn |x| {
        let mut i = 0;
        let mut acc = 1.0;
        std::iter::from_fn(|| {
            if i < x.len() {
                acc *= x[i] + 2.0;
                i += 1;
                Some(acc)
            } else {
                None
            }
        })
        .sum()
    };
    rchunks |x| x.rchunks(4).map(|c| c.iter().fold(1.0, |a, v| a * v)).sum();
    splitat |x| {
        let (a, b) = x.split_at(2);
        a.iter()
            .zip(b.chunks(2))
            .map(|(p, q)| p * q.iter().sum::<f64>())
            .sum()
    };
    splitfirst |x| {
        let (h, t) = x.split_first().unwrap();
        let (l, m) = t.split_last().unwrap();
        h * l + m.iter().map(|v| v * v * h).sum::<f64>()
    };
    groupby |x| {
        x.chunk_by(|a, b| (*a > 0.0) == (*b > 0.0))
            .map(|g| g.iter().product::<f64>())
            .sum()
    };
    split |x| {
        x.split(|v| *v < 0.0)
            .map(|g| g.iter().map(|v| v * v).sum::<f64>().sqrt())
            .sum()
    };
    cycle |x| {
        x.iter()
            .cycle()
            .skip(1)
            .take(13)
            .fold(0.1, |a, v| a * 0.5 + v * v)
    };
    dedup |x| {
        let mut v: Vec<f64> = x.iter().map(|a| a * a).collect();
        v.retain(|a| *a > 0.3);
        v.insert(1, x[0] * x[1]);
        v.remove(2);
        v.extend_from_slice(&x[..2]);
        v.iter().enumerate().map(|(i, a)| a * (i + 1) as f64).sum()
    };
    drain |x| {
        let mut v = x.to_vec();
        let d: f64 = v.drain(1..4).map(|a| a.powi(3)).sum();
        d * v.iter().sum::<f64>()
    };
    sortby |x| {
        let mut v = x.to_vec();
        v.sort_by(|a, b| a.partial_cmp(b).unwrap());
        v.iter().enumerate().map(|(i, a)| a * a * i as f64).sum()
    };
    sortkey |x| {
        let mut id: Vec<usize> = (0..x.len()).collect();
        id.sort_by(|&a, &b| x[a].partial_cmp(&x[b]).unwrap());
        id.iter().enumerate().map(|(k, &i)| x[i] * (k * k) as f64).sum()
    };
    binsearch |x| {
        let k = [0.0, 1.0, 2.0, 3.0];
        x.iter()
            .map(|v| match k.binary_search_by(|p| p.partial_cmp(v).unwrap()) {
                Ok(i) => k[i],
                Err(i) => {
                    if i == 0 {
                        v * v
                    } else {
                        (v - k[i - 1]).powi(i as i32)
                    }
                }
            })
            .sum()
    };
    partpoint |x| {
        let k = [0.0, 1.0, 2.0, 3.0];
        x.iter()
            .map(|v| {
                let i = k.partition_point(|p| p < v);
                v * i as f64
            })
            .sum()
    };
    median |x| {
        let mut v = x.to_vec();
        let (_, m, _) = v.select_nth_unstable_by(2, |a, b| a.total_cmp(b));
        *m * *m
    };
    swap |x| {
        let mut v = x.to_vec();
        v.swap(0, 3);
        v.reverse();
        let mut a = v[0];
        let mut b = v[1];
        std::mem::swap(&mut a, &mut b);
        a * a * b + v[5]
    };
    labelled |x| {
        let mut s = 0.0;
        'o: for i in 0..x.len() {
            for j in 0..x.len() {
                if j > i + 2 {
                    continue 'o;
                }
                s += x[i] * x[j];
                if s > 9.0 {
                    break 'o;
                }
            }
        }
        s
    };
    looplabel |x| {
        let mut i = 0;
        let r = loop {
            if x[i] * x[i] > 1.5 {
                break x[i].powi(3);
            }
            i += 1;
            if i == x.len() {
                break 0.0;
            }
        };
        r * x[0]
    };
    whilelet |x| {
        let mut st = x.to_vec();
        let mut s = 1.0;
        while let Some(t) = st.pop() {
            s = s * 0.7 + t * t;
            if st.len() == 1 {
                break;
            }
        }
        s
    };
    parse |x| {
        let n: usize = "3".parse().unwrap();
        let f: f64 = std::hint::black_box("1.5").parse().unwrap();
        x[n] * f * x[0]
    };
    cow |x| {
        use std::borrow::Cow;
        let c: Cow<[f64]> = if x.len() > 3 {
            Cow::Owned(x.iter().map(|v| v * 2.0).collect())
        } else {
            Cow::Borrowed(x)
        };
        c.iter().map(|v| v * v).sum()
    };
    cowmut |x| {
        use std::borrow::Cow;
        let mut c: Cow<[f64]> = Cow::Borrowed(x);
        if x[0] > 0.0 {
            c.to_mut()[1] *= x[0];
        }
        c.iter().map(|v| v * v).sum()
    };
    vecdeque |x| {
        let mut d: std::collections::VecDeque<f64> = std::collections::VecDeque::new();
        for v in x {
            d.push_back(v * v);
            if d.len() > 3 {
                let f = d.pop_front().unwrap();
                d.push_front(f * 0.5 + v);
            }
        }
        d.iter().product()
    };
    lerp |x| {
        x.iter()
            .map(|v| {
                v.clamp(0.0, 1.5)
                    + v.abs().sqrt()
                    + v.signum()
                    + v.fract()
                    + v.rem_euclid(0.7)
                    + v.hypot(2.0)
                    + v.mul_add(*v, 1.0)
            })
            .sum()
    };
    nested |x| {
        let m: Vec<Vec<f64>> = x.chunks(3).map(|c| c.to_vec()).collect();
        let mut s = 0.0;
        for r in &m {
            for (j, v) in r.iter().enumerate() {
                s += v * m[0][j];
            }
        }
        s
    };
    matmul |x| {
        let n = 2;
        let mut c = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..n {
                for k in 0..n {
                    c[i][j] += x[i * n + k] * x[k * n + j];
                }
            }
        }
        c[0][0] * c[1][1] - c[0][1] * c[1][0]
    };
    collectresult |x| {
        let r: Result<Vec<f64>, ()> = x
            .iter()
            .map(|v| if v.is_nan() { Err(()) } else { Ok(v * v) })
            .collect();
        r.map(|v| v.iter().product::<f64>()).unwrap_or(-1.0)
    };
    collectopt |x| {
        let r: Option<Vec<f64>> = x.iter().map(|v| Some(v.sin())).collect();
        r.unwrap().iter().sum()
    };
    concat |x| {
        let v = [&x[..2], &x[3..]].concat();
        let w = [[x[0], x[1]], [x[2], x[3]]].concat();
        v.iter().zip(w).map(|(a, b)| a * b).sum()
    };
    arraymap |x| {
        let a: [f64; 4] = x[..4].try_into().unwrap();
        let b = a.map(|v| v * v);
        let c = std::array::from_fn::<f64, 4, _>(|i| b[i] * a[3 - i]);
        c.iter().sum()
    };
    copyfrom |x| {
        let mut b = [0.0; 6];
        b.copy_from_slice(x);
        let t = b[0];
        b.fill(x[1] * t);
        b[2..4].copy_from_slice(&x[..2]);
        b.copy_within(1..3, 4);
        b.iter().map(|v| v * v).sum()
    };
    zip3 |x| {
        x.iter()
            .zip(x.iter().rev())
            .zip(x.iter().skip(1))
            .map(|((a, b), c)| a * b * c)
            .sum()
    };
    inspect |x| {
        let mut n = 0;
        let s: f64 = x.iter().inspect(|_| n += 1).map(|v| v * v).sum();
        s * n as f64
    };
    lastnth |x| x.iter().last().unwrap() * x.iter().nth(2).unwrap() * x.iter().rev().nth(1).unwrap();
    reduce |x| x.iter().copied().reduce(|a, b| a * b.cos() + b).unwrap();
    boxslice |x| {
        let b: Box<[f64]> = x.iter().map(|v| v + 1.0).collect::<Vec<_>>().into_boxed_slice();
        b.iter().product()
    };
    cell |x| {
        use std::cell::Cell;
        let c: Vec<Cell<f64>> = x.iter().map(|v| Cell::new(*v)).collect();
        for i in 1..c.len() {
            c[i].set(c[i].get() * c[i - 1].get());
        }
        c[c.len() - 1].replace(0.0) + c[1].take()
    };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.65, 1.3, -0.4, 2.15, 0.9, 1.6]);
    }
    done();
}
