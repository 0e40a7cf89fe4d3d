//! Copies of scalars with parts of them replaced.

use super::visit::{map_operands, operands_first};
use super::{Dag, Scalar, ScalarId, Var};
use crate::hash::HashMap;

impl Dag {
    /// `scalar` with some of its free variables replaced (`None` keeps one). Reductions inside keep
    /// their own variables: replacements must not contain `Var::Reduction` of a height that occurs
    /// inside `scalar` (use [`Dag::rebuild`] where that may happen).
    pub fn substitute(
        &mut self,
        scalar: ScalarId,
        replace: &dyn Fn(Var) -> Option<ScalarId>,
    ) -> ScalarId {
        let mut memo: HashMap<ScalarId, ScalarId> = HashMap::default();
        for id in operands_first(self, scalar, true, &|_| false) {
            let dtype = self.dtype(id);
            let new = match self.scalar(id).clone() {
                Scalar::Var(v) => replace(v).unwrap_or(id),
                other => {
                    let mapped = map_operands(&other, &mut |s| memo[&s]);
                    self.add_scalar(mapped, dtype)
                }
            };
            memo.insert(id, new);
        }
        memo[&scalar]
    }

    /// Copies `scalar` of `source` into `self`, reductions renumbered so that nothing clashes.
    /// `leaf` may replace any variable or load (it gets the scalar with its operands already copied).
    pub fn rebuild(
        &mut self,
        source: &Dag,
        scalar: ScalarId,
        leaf: &mut dyn FnMut(&mut Dag, &Scalar) -> Option<ScalarId>,
    ) -> ScalarId {
        let mut memo = HashMap::default();
        self.rebuild_memo(source, scalar, leaf, &HashMap::default(), &mut memo)
    }

    fn rebuild_memo(
        &mut self,
        source: &Dag,
        root: ScalarId,
        leaf: &mut dyn FnMut(&mut Dag, &Scalar) -> Option<ScalarId>,
        bound: &HashMap<Var, ScalarId>,
        memo: &mut HashMap<ScalarId, ScalarId>,
    ) -> ScalarId {
        for id in operands_first(source, root, false, &|s| memo.contains_key(&s)) {
            let new = self.rebuild_one(source, id, leaf, bound, memo);
            memo.insert(id, new);
        }
        memo[&root]
    }

    /// Copies a scalar whose operands are copied.
    fn rebuild_one(
        &mut self,
        source: &Dag,
        id: ScalarId,
        leaf: &mut dyn FnMut(&mut Dag, &Scalar) -> Option<ScalarId>,
        bound: &HashMap<Var, ScalarId>,
        memo: &HashMap<ScalarId, ScalarId>,
    ) -> ScalarId {
        let dtype = source.dtype(id);
        match source.scalar(id) {
            Scalar::Var(v) => match bound.get(v) {
                Some(s) => *s,
                None => match leaf(self, &Scalar::Var(*v)) {
                    Some(s) => s,
                    None => self.var(*v),
                },
            },
            Scalar::Reduce { op, height, extents, range, body } => {
                let range = range.map(|bounds| bounds.map(|s| memo[&s]));
                let vars: Vec<Var> = extents.iter().map(|_| self.fresh_var()).collect();
                let mut inner = bound.clone();
                for (k, v) in vars.iter().enumerate() {
                    let s = self.var(*v);
                    inner.insert(Var::Reduction { height: *height, k: k as u32 }, s);
                }
                // What was copied outside may mention variables that mean something else inside.
                let body = self.rebuild_memo(source, *body, leaf, &inner, &mut HashMap::default());
                self.bind(*op, &vars, extents.clone(), range, body)
            }
            other => {
                let mapped = map_operands(other, &mut |s| memo[&s]);
                match leaf(self, &mapped) {
                    Some(s) => s,
                    None => self.add_scalar(mapped, dtype),
                }
            }
        }
    }
}
