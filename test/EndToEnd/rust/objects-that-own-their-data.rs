// A closure or an object behind a pointer owns a copy of the inputs. Debug builds only copy them in sight of the primal.
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

use std::rc::Rc;

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
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.65, 1.3, -0.4, 2.15, 0.9, 1.6]);
    }
    done();
}
