use array_fn::array_fn;

array_fn! {
    /// `a * x + y`
    #[unfused]
    pub fn axpy<N>(a: f64, x: [f64; N], y: [f64; N]) -> [f64; N] {
        a * x + y
    }

    pub fn total<N>(x: [f64; N]) -> f64 {
        sum(x)
    }
}

fn main() -> Result<(), array_fn::Error> {
    let x = vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
    let y = vec![0.5; 9];
    println!("{:?}", axpy(2.0, &x, &y)?.to_vec());
    println!("{:?}", axpy::unfused(2.0, &x, &y)?.to_vec());
    println!("{:?}", total(&x)?.item());
    Ok(())
}
