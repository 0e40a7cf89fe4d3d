//! The common part of programs for flows: options and reports.

use crate::report::merged;
use crate::{Options, named, positive};
use array_fn_dg::euler::{Primitive, Summary, VolumeForm};
use clap::Args;
use serde_json::{Value, json};

/// Options of all flows, after those of all drivers.
#[derive(Args)]
#[group(skip)]
pub struct FlowOptions {
    /// Options of all drivers.
    #[command(flatten)]
    pub common: Options,
    /// Mach number of tgv.
    #[arg(long, value_name = "M", default_value_t = 0.1, value_parser = positive())]
    pub mach: f64,
    /// How volume terms are computed where products are not integrated exactly.
    #[arg(long, value_parser = named::<VolumeForm>(), default_value_t = VolumeForm::EntropyCorrected)]
    pub volume: VolumeForm,
    /// The state of the free stream and of surfaces named farfield, inflow, outflow.
    #[arg(
        long,
        value_name = "DENSITY,U,V,W,PRESSURE",
        default_value = "1,0.3,-0.2,0.1,1",
        allow_hyphen_values = true
    )]
    pub stream: Primitive,
}

/// Lines about a flow, each with its label: mass, energy and ranges.
pub fn flow_lines(initial: &Summary, last: &Summary) -> Vec<(&'static str, String)> {
    let total = |i: usize| {
        let change = last.totals[i] / initial.totals[i] - 1.0;
        format!("{:.6e}, changed by {change:+.1e} of it", last.totals[i])
    };
    let ([rho, rho_max], [p, p_max]) = (last.density, last.pressure);
    let mach = last.mach;
    let range = format!(
        "density {rho:.4} to {rho_max:.4}, pressure {p:.4} to {p_max:.4}, Mach to {mach:.4}"
    );
    vec![("mass", total(0)), ("energy", total(4)), ("range", range)]
}

/// The same facts and further ones for `--json`, together with those of `more`.
pub fn flow_facts(initial: &Summary, last: &Summary, more: Value) -> Value {
    let facts = json!({
        "totals": last.totals,
        "initial_totals": initial.totals,
        "density": last.density,
        "pressure": last.pressure,
        "mach": last.mach,
        "kinetic_energy": last.kinetic_energy,
        "initial_kinetic_energy": initial.kinetic_energy,
    });
    merged(facts, more)
}
