// The derivative of the entropy at zero is NaN, of which a checked build tells the line.
#![feature(autodiff)]
use std::autodiff::autodiff_reverse;

#[autodiff_reverse(d_entropy, Duplicated, Active)]
fn entropy(p: &[f64]) -> f64 {
    let mut sum = 0.0;
    for v in p {
        sum -= v * v.ln();
    }
    sum
}

fn main() {
    // Without elements both slices begin at the same address, where nothing is.
    d_entropy(&Vec::new(), &mut Vec::new(), 1.0);
    let mut gradient = [0.0; 2];
    d_entropy(&[0.5, 0.0], &mut gradient, 1.0);
    println!("{gradient:?}");
}
