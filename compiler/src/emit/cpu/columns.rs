//! Reductions of a block of points at a time ([`Order::Columns`](super::order::Order)).

use super::value::Tile;
use super::{Emitter, ops};
use crate::hash::HashMap;
use crate::schedule::kernel::{Accumulator, Phase, Stmt, Value, VarId};

/// Vectors of points whose sums run at the same time: a long piece of each row, while the sums stay in the
/// first cache.
const BLOCK: usize = 64;

impl Emitter<'_> {
    /// A block of points: for each term of a reduction all of them, then what remains to be done at each.
    pub fn columns(&mut self, phase: &Phase, lane: VarId) {
        let v = lane.0;
        let tile = Tile { depends: &[], copy: 0 };
        self.scopes.push(HashMap::default());
        self.line(format!(
            "let (first, blocks) = (v{v}, i64::min((stop - v{v}) / W as i64, {BLOCK}));"
        ));
        let mut done: Vec<&Accumulator> = Vec::new();
        for stmt in &phase.body {
            let Stmt::Reduce { loops, accumulators, .. } = stmt else { continue };
            for a in accumulators {
                let dtype = self.kernel.dtype(a.value);
                let identity = ops::literal(a.op.identity(dtype));
                let t = a.temp.0;
                let ty = ops::element(dtype);
                self.line(format!(
                    "let mut a{t} = l::Local::<[[{ty}; W]; {BLOCK}]>::new();
                     let a{t} = a{t}.ptr::<[{ty}; W]>();
                     for u in 0..blocks {{ a{t}.offset(u as isize).write([{identity}; W]); }}"
                ));
            }
            self.open_all(loops, loops, &tile);
            self.open_block(v, &done);
            for a in accumulators {
                let t = a.temp.0;
                self.line(format!("let mut t{t}_0 = V(*a{t}.offset(u as isize));"));
            }
            if let Some(last) = loops.last() {
                self.fetch_terms(accumulators, last, &tile);
            }
            self.accumulate_all(accumulators, std::slice::from_ref(&tile));
            for a in accumulators {
                let t = a.temp.0;
                self.line(format!("a{t}.offset(u as isize).write(t{t}_0.0);"));
            }
            self.close_block();
            for l in loops.iter().rev() {
                self.close(l.var, 1);
            }
            done.extend(accumulators);
        }
        self.open_block(v, &done);
        self.stores(phase, &tile);
        self.close_block();
        self.scopes.pop();
    }

    /// Opens the loop over the vectors of a block; what has been reduced has its values there.
    fn open_block(&mut self, lane: u32, done: &[&Accumulator]) {
        self.line(format!(
            "let mut u = 0i64;\nwhile u < blocks {{\nlet v{lane} = first + u * W as i64;"
        ));
        self.scopes.push(HashMap::default());
        for a in done {
            let t = a.temp.0;
            self.line(format!("let t{t}_0 = V(*a{t}.offset(u as isize));"));
            if let Some(id) = self.kernel.find(&Value::Temp(a.temp)) {
                self.bind(id, &Tile { depends: &[], copy: 0 }, format!("t{t}_0"));
            }
        }
    }

    fn close_block(&mut self) {
        self.line("u += 1;\n}");
        self.scopes.pop();
    }
}
