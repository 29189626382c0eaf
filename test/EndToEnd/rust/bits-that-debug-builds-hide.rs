// Works optimised; at opt-level 0 nothing shows what these bytes are.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// except: 0
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

enum Bad {
    Negative(usize),
    Small,
}
fn root(v: f64, i: usize) -> Result<f64, Bad> {
    if v < 0.0 {
        Err(Bad::Negative(i))
    } else if v < 0.1 {
        Err(Bad::Small)
    } else {
        Ok(v.sqrt())
    }
}
fn roots(x: &[f64]) -> Result<f64, Bad> {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        s += root(v * v + 0.2, i)?;
    }
    Ok(s)
}
trait Layer {
    fn forward(&self, x: &[f64]) -> f64;
}
struct Dense(Vec<f64>);
impl Layer for Dense {
    fn forward(&self, x: &[f64]) -> f64 {
        self.0.iter().zip(x).map(|(a, b)| a * b).sum()
    }
}

programs! {
    sortunstable |x| {
        let mut v = x.to_vec();
        v.sort_unstable_by(|a, b| b.total_cmp(a));
        v[0] * v[1] + v[2].sin()
    };
    fnonce |x| {
        let v: Vec<f64> = x.to_vec();
        let f: Box<dyn FnOnce() -> f64> = Box::new(move || v.iter().product());
        f()
    };
    rcdyn |x| {
        let l: Rc<dyn Layer> = Rc::new(Dense(x.to_vec()));
        let m = l.clone();
        l.forward(&[1.0, 2.0, 0.5]) * m.forward(&[x[1]; 6])
    };
    question |x| roots(x).unwrap_or(0.0);
    arcmutexvec |x| {
        let m = Arc::new(Mutex::new(x.to_vec()));
        for i in 0..x.len() {
            m.lock().unwrap()[i] *= x[0];
        }
        let g = m.lock().unwrap();
        g.iter().map(|v| v * v).sum()
    };
    arcmutex |x| {
        let m = Arc::new(Mutex::new(x[0]));
        let n = m.clone();
        *n.lock().unwrap() *= x[1];
        let v = *m.lock().unwrap();
        v * v
    };
    oncecell |x| {
        let t: OnceCell<f64> = OnceCell::new();
        let a = *t.get_or_init(|| x[0] * x[1]);
        a + *t.get().unwrap() * x[2]
    };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.65, 1.3, -0.4, 2.15, 0.9, 1.6]);
    }
    done();
}
