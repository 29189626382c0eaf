// Locks, atomics, memory of threads and what is made once, around floats and beside them.
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

use std::cell::{Cell, LazyCell, OnceCell, RefCell};
use std::sync::atomic::*;
use std::sync::{Arc, Condvar, Mutex, Once, OnceLock, RwLock};
thread_local! {
    static PLACE: Cell<f64> = const { Cell::new(0.0) };
    static CALLS: Cell<usize> = Cell::new(0);
}
static COUNT: AtomicUsize = AtomicUsize::new(0);
static ONCE: Once = Once::new();
static TABLE: OnceLock<Vec<f64>> = OnceLock::new();
static GLOBAL: Mutex<f64> = Mutex::new(2.5);
static GTAB: RwLock<Vec<f64>> = RwLock::new(Vec::new());

programs! {
    mutex |x| {
        let m = Mutex::new(0.0);
        for v in x {
            *m.lock().unwrap() += v * v;
        }
        m.into_inner().unwrap()
    };
    mutexguard |x| {
        let m = Mutex::new(x[0]);
        {
            let mut g = m.lock().unwrap();
            *g *= x[1];
            *g += x[2] * *g;
        }
        let g = m.lock().unwrap();
        *g * *g
    };
    rwlock |x| {
        let m = RwLock::new(x.to_vec());
        {
            let r = m.read().unwrap();
            let s: f64 = r.iter().sum();
            drop(r);
            m.write().unwrap()[0] = s;
        }
        let r = m.read().unwrap();
        r[0] * r[1]
    };
    trylock |x| {
        let m = Mutex::new(x[0]);
        if let Ok(mut g) = m.try_lock() {
            *g *= x[1];
        }
        m.into_inner().unwrap_or(0.0)
    };
    atomics |x| {
        COUNT.fetch_add(1, Ordering::Relaxed);
        let c = AtomicUsize::new(0);
        x.iter()
            .map(|v| {
                c.fetch_add(1, Ordering::SeqCst);
                v * v * c.load(Ordering::SeqCst) as f64
            })
            .sum()
    };
    atomicflag |x| {
        let f = AtomicBool::new(false);
        let mut s = 0.0;
        for v in x {
            if *v < 0.0 {
                f.store(true, Ordering::Release);
            }
            s += if f.load(Ordering::Acquire) { v * v } else { v.sin() };
        }
        s
    };
    once |x| {
        ONCE.call_once(|| {
            COUNT.fetch_add(1, Ordering::SeqCst);
        });
        x[0] * x[1]
    };
    oncelock |x| {
        let t = TABLE.get_or_init(|| vec![1.0, 2.0, 0.5]);
        x[0] * t[0] + x[1] * x[1] * t[2]
    };
    oncelocal |x| {
        let t: OnceLock<f64> = OnceLock::new();
        let a = *t.get_or_init(|| x[0] * x[1]);
        a + *t.get().unwrap() * x[2]
    };
    lazycell |x| {
        let a = x[0];
        let t = LazyCell::new(move || a * a * a);
        *t + *t * x[2]
    };
    gmutex |x| {
        let g = *GLOBAL.lock().unwrap();
        x.iter().map(|v| v * v * g).sum()
    };
    grwlock |x| {
        let g = GTAB.read().unwrap();
        let k = g.first().copied().unwrap_or(3.0);
        x[0] * x[1] * k
    };
    tlcell |x| {
        PLACE.set(x[0] * x[1]);
        let a = PLACE.get();
        CALLS.with(|c| c.set(c.get() + 1));
        a * x[2]
    };
    arcread |x| {
        let a = Arc::new(x.to_vec());
        let b = Arc::clone(&a);
        a.iter().zip(b.iter().rev()).map(|(p, q)| p * q * q).sum()
    };
    arcf |x| {
        let a = Arc::new(x[0] * x[1]);
        let b = a.clone();
        *a * *b
    };
    weak |x| {
        let a = Arc::new(x[0] * x[1]);
        let w = Arc::downgrade(&a);
        w.upgrade().map(|v| *v * *v).unwrap_or(0.0)
    };
    getmut |x| {
        let mut m = Mutex::new(x[0]);
        *m.get_mut().unwrap() *= x[1];
        m.into_inner().unwrap()
    };
    atomicbits |x| {
        let n = AtomicI64::new(3);
        x[0].powi(n.swap(2, Ordering::SeqCst) as i32) * x[1].powi(n.load(Ordering::SeqCst) as i32)
    };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.65, 1.3, -0.4, 2.15, 0.9, 1.6]);
    }
    done();
}
