//! The values of formulas.

use crate::SizeOp;

/// The stack of a postfix formula. Formulas that need more than the inline part are rare.
struct Stack {
    inline: [i64; Stack::INLINE],
    len: usize,
    deep: Vec<i64>,
}

impl Stack {
    const INLINE: usize = 16;

    fn push(&mut self, value: i64) {
        match self.inline.get_mut(self.len) {
            Some(place) => {
                *place = value;
                self.len += 1;
            }
            None => self.deep.push(value),
        }
    }

    fn pop(&mut self) -> Option<i64> {
        self.deep.pop().or_else(|| {
            self.len = self.len.checked_sub(1)?;
            Some(self.inline[self.len])
        })
    }
}

/// The value of a formula; `None` if it does not fit into `i64`. `SizeOp::Dim(k)` stands for `values[k]`. An empty
/// formula is 0.
pub fn evaluate(formula: &[SizeOp], values: &[i64]) -> Option<i64> {
    match *formula {
        [] => return Some(0),
        [SizeOp::Const(value)] => return Some(value),
        [SizeOp::Dim(k)] => return values.get(usize::from(k)).copied(),
        _ => {}
    }
    let mut stack = Stack { inline: [0; Stack::INLINE], len: 0, deep: Vec::new() };
    for op in formula {
        let value = match *op {
            SizeOp::Const(value) => value,
            SizeOp::Dim(k) => *values.get(usize::from(k))?,
            SizeOp::Add => stack.pop()?.checked_add(stack.pop()?)?,
            SizeOp::Mul => stack.pop()?.checked_mul(stack.pop()?)?,
            // The divisor is positive, so Euclidean division rounds down.
            SizeOp::FloorDiv(by) => stack.pop()?.checked_div_euclid(by)?,
            SizeOp::Quotient => {
                let by = stack.pop()?.max(1);
                stack.pop()?.div_euclid(by)
            }
        };
        stack.push(value);
    }
    stack.pop()
}
