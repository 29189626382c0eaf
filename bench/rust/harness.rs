//! Times a gradient against its primal, as bench.h does: checks first, then interleaved rounds, medians as a line of JSON.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use std::hint::black_box;

pub struct Random(pub u32);

impl Random {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1664525).wrapping_add(1013904223);
        f64::from(self.0 >> 8) / 8388608.0 - 1.0
    }
    pub fn numbers(&mut self, n: usize, scale: f64) -> Vec<f64> {
        (0..n).map(|_| scale * self.next()).collect()
    }
}

#[repr(C)]
struct Time {
    seconds: i64,
    nanoseconds: i64,
}

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: *mut Time) -> i32;
}

/// Microseconds that this thread has run, not those it waited for a processor.
fn processor_time() -> f64 {
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    let mut t = Time { seconds: 0, nanoseconds: 0 };
    unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut t) };
    t.seconds as f64 * 1e6 + t.nanoseconds as f64 * 1e-3
}

fn timed(f: &mut dyn FnMut(), times: usize) -> f64 {
    let start = processor_time();
    (0..times).for_each(|_| f());
    (processor_time() - start) / times as f64
}

fn quantile(v: &mut [f64], part: f64) -> f64 {
    v.sort_by(f64::total_cmp);
    v[((part * v.len() as f64) as usize).min(v.len() - 1)]
}

fn close(a: f64, b: f64) -> f64 {
    (a - b).abs() / (a.abs() + b.abs()).max(1.0)
}

/// `gradient` and `hand` write into a vector of zeros.
pub fn run(
    name: &str,
    x: &[f64],
    mut primal: impl FnMut(&[f64]) -> f64,
    mut gradient: impl FnMut(&[f64], &mut [f64]),
    mut hand: impl FnMut(&[f64], &mut [f64]),
) {
    let n = x.len();
    let (mut g, mut h) = (vec![0.0; n], vec![0.0; n]);
    hand(x, &mut h);
    let v = Random(5).numbers(n, 1.0);
    let slope: f64 = h.iter().zip(&v).map(|(h, v)| h * v).sum();
    let size: f64 = h.iter().zip(&v).map(|(h, v)| (h * v).abs()).sum();
    let mut along = |t: f64| primal(&x.iter().zip(&v).map(|(x, v)| x + t * v).collect::<Vec<_>>());
    let d = 1e-5;
    let quotient = (8.0 * (along(d) - along(-d)) - (along(2.0 * d) - along(-2.0 * d))) / (12.0 * d);
    if (quotient - slope).abs() > 1e-6 * (1.0 + size) {
        eprintln!("{name}: hand-written gradient {slope} against quotient {quotient}");
        std::process::exit(1);
    }
    gradient(x, &mut g);
    let error = g.iter().zip(&h).map(|(a, b)| close(*a, *b)).fold(0.0, |a, b| if b <= a { a } else { b });
    if !(error < 1e-8) {
        eprintln!("{name}: Fluxion's gradient is off by {error}");
        std::process::exit(1);
    }
    let mut turns: [Box<dyn FnMut() + '_>; 3] = [
        Box::new(|| {
            black_box(primal(black_box(x)));
        }),
        Box::new(|| {
            g.fill(0.0);
            gradient(black_box(x), &mut g);
            black_box(&g);
        }),
        Box::new(|| {
            h.fill(0.0);
            hand(black_box(x), &mut h);
            black_box(&h);
        }),
    ];
    let times: Vec<usize> = turns
        .iter_mut()
        .map(|f| (f(), (4000.0 / timed(&mut **f, 3).max(0.01)).max(1.0) as usize).1)
        .collect();
    let rounds = std::env::var("BENCH_ROUNDS").ok().and_then(|r| r.parse().ok()).unwrap_or(25);
    let mut results = vec![vec![]; 3];
    for _ in 0..rounds {
        for (k, f) in turns.iter_mut().enumerate() {
            results[k].push(timed(&mut **f, times[k]));
        }
    }
    let ratio = |a: usize, b: usize| {
        quantile(&mut results[a].iter().zip(&results[b]).map(|(a, b)| a / b).collect::<Vec<f64>>(), 0.5)
    };
    let ratios = [ratio(1, 0), ratio(2, 0), ratio(1, 2)];
    let m: Vec<f64> = results.iter_mut().map(|r| quantile(r, 0.5)).collect();
    let spread = (quantile(&mut results[1], 0.75) - quantile(&mut results[1], 0.25)) / m[1];
    println!(
        "{{\"name\": \"rust: {name}\", \"gradient\": \"fluxion\", \"inputs\": {n}, \"columns\": 1, \"primal_us\": {:.3}, \
         \"fluxion_us\": {:.3}, \"hand_us\": {:.3}, \"fluxion_over_primal\": {:.3}, \"hand_over_primal\": {:.3}, \
         \"fluxion_over_hand\": {:.3}, \"spread\": {spread:.3}, \"error\": {error:.3e}, \"memory_kib\": 0, \"peers_us\": {{}}}}",
        m[0], m[1], m[2], ratios[0], ratios[1], ratios[2]
    );
}
