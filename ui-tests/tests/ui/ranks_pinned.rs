use array_fn::array_fn;

array_fn! {
    #[ranks(E)]
    pub fn f<E>(x: [f64; E], at: [index<E>; E]) -> [f64; E]
    where E: 16 | _
    {
        x[at]
    }
}

fn main() {}
