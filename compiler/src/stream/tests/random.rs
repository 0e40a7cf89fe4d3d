//! Random programs of slices, reductions and broadcasts, in tiles and in one piece.

use super::same_in;

struct Random(u64);

/// The number of rows and columns that an array has less than `x`, or 1 in place of an axis.
#[derive(Clone, Copy, PartialEq)]
enum Axis {
    Less(usize),
    One,
}

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }

    /// An expression of two axes and its shape.
    fn expression(&mut self, depth: usize) -> (String, [Axis; 2]) {
        use Axis::{Less, One};
        if depth == 0 {
            return match self.below(7) {
                0 => ("y[.., newaxis]".into(), [Less(0), One]),
                1 => ("w[newaxis]".into(), [One, Less(0)]),
                2 => ("arange(N)[.., newaxis]".into(), [Less(0), One]),
                3 => ("x.T.T".into(), [Less(0), Less(0)]),
                4 => ("x[..;-1][..;-1]".into(), [Less(0), Less(0)]),
                _ => ("x".into(), [Less(0), Less(0)]),
            };
        }
        match self.below(8) {
            0 | 1 => {
                // A slice.
                let (inner, axes) = self.expression(depth - 1);
                let mut cut = Vec::new();
                let axes = axes.map(|axis| match axis {
                    Less(less) => {
                        let (low, high) = (self.below(2), self.below(2));
                        cut.push(match high {
                            0 => format!("{low}.."),
                            _ => format!("{low}..-{high}"),
                        });
                        Less(less + low + high)
                    }
                    One => {
                        cut.push("..".into());
                        One
                    }
                });
                (format!("({inner})[{}]", cut.join(", ")), axes)
            }
            2 => {
                // A reduction that is broadcast.
                let (inner, mut axes) = self.expression(depth - 1);
                let axis = self.below(2);
                if axes[axis] == One {
                    return (inner, axes);
                }
                axes[axis] = One;
                let function = ["sum", "max", "min"][self.below(3)];
                (format!("{function}({inner}, axis={axis}, keepdims=true)"), axes)
            }
            3 => {
                let (inner, axes) = self.expression(depth - 1);
                let function =
                    ["-({})", "abs({})", "({}) * 3 + 1", "({}) % 5", "where(({}) > 3, 1, s)"];
                let text = function[self.below(function.len())];
                (text.replace("{}", &inner), axes)
            }
            _ => {
                // Two operands, cut to the shape of the smaller one.
                let (a, of_a) = self.expression(depth - 1);
                let (b, of_b) = self.expression(depth - 1);
                let mut axes = [One; 2];
                let (mut cut_a, mut cut_b) = (Vec::new(), Vec::new());
                for k in 0..2 {
                    let part = |from: usize, random: &mut Random| {
                        let low = random.below(from + 1);
                        match from - low {
                            0 => format!("{low}.."),
                            high => format!("{low}..-{high}"),
                        }
                    };
                    match (of_a[k], of_b[k]) {
                        (Less(m), Less(n)) => {
                            axes[k] = Less(m.max(n));
                            cut_a.push(part(m.max(n) - m, self));
                            cut_b.push(part(m.max(n) - n, self));
                        }
                        (one, other) => {
                            axes[k] = if one == One { other } else { one };
                            cut_a.push("..".into());
                            cut_b.push("..".into());
                        }
                    }
                }
                let (cut_a, cut_b) = (cut_a.join(", "), cut_b.join(", "));
                let op = ["+", "-", "*"][self.below(3)];
                (format!("(({a})[{cut_a}] {op} ({b})[{cut_b}])"), axes)
            }
        }
    }
}

fn declared(axes: [Axis; 2]) -> String {
    let names = ["N", "M"];
    let axes = axes.iter().zip(names).map(|(axis, name)| match axis {
        Axis::Less(0) => name.to_string(),
        Axis::Less(less) => format!("{name} - {less}"),
        Axis::One => "1".into(),
    });
    axes.collect::<Vec<_>>().join(", ")
}

#[test]
fn random_programs_are_the_same_in_tiles() {
    let count = std::env::var("ARRAY_FN_RANDOM_DAGS").ok().and_then(|n| n.parse().ok());
    let count: usize = count.unwrap_or(50);
    let mut random = Random(0x1234_5678_9abc_def1);
    let (mut streamed, mut passes) = (0, 0);
    for k in 0..count {
        let depth = 1 + k % 4;
        let (a, of_a) = random.expression(depth);
        let (b, of_b) = random.expression(depth);
        let text = format!(
            "pub fn f<N, M>(x: [i64; N, M], y: [i64; N], w: [i64; M], s: i64) -> ([i64; {}], [i64; {}], i64) {{
                let a = {a}; (a, {b}, sum(a) + sum(x)) }}",
            declared(of_a),
            declared(of_b),
        );
        for cut in [&["N"][..], &["M"], &["N", "M"]] {
            let dims = [("N", 11 + (k % 5) as i64), ("M", 10 + (k % 3) as i64)];
            if let Some(found) = same_in(&text, cut, &dims, &[1, 3, 100], &[2, 100]) {
                streamed += 1;
                passes += found;
            }
        }
    }
    // Reversed arrays are refused, and little else.
    assert!(streamed * 2 > count, "{streamed} of {count} programs can be streamed");
    assert!(passes > streamed, "no program needs several passes");
}
