// Attributes within inherent impl blocks and in trait declarations.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// toolchain: nightly
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

struct Spring {
    stiffness: f64,
    rest: f64,
}

impl Spring {
    #[autodiff_reverse(d_energy, Duplicated, Active, Active)]
    #[autodiff_forward(t_energy, Const, Dual, DualOnly)]
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * (x - self.rest).powi(2)
    }

    #[autodiff_reverse(d_unit, Active, Active)]
    fn unit(x: f64) -> f64 {
        Spring { stiffness: 1.0, rest: 0.0 }.energy(x)
    }
}

trait Loss {
    fn weight(&self) -> f64;
    #[autodiff_reverse(d_loss, Const, Duplicated, Active)]
    fn loss(&self, x: &f64) -> f64 {
        self.weight() * x.exp()
    }
}

struct Plain;
impl Loss for Plain {
    fn weight(&self) -> f64 {
        2.0
    }
}

fn main() {
    let s = Spring { stiffness: 3.0, rest: 0.5 };
    let mut ds = Spring { stiffness: 0.0, rest: 0.0 };
    let (_, dx) = s.d_energy(&mut ds, 1.2, 1.0);
    close("d_energy by x", dx, 3.0 * 0.7);
    close("d_energy by stiffness", ds.stiffness, 0.5 * 0.49);
    close("d_energy by rest", ds.rest, -3.0 * 0.7);
    close("t_energy", s.t_energy(1.2, 2.0), 2.0 * dx);
    close("d_unit", Spring::d_unit(0.4, 1.0).1, 0.4);
    let mut dx = 0.0;
    Plain.d_loss(&0.3, &mut dx, 1.0);
    close("d_loss", dx, 2.0 * 0.3f64.exp());
    done();
}
