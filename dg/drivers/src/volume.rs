//! The form of the volume terms of a flow, as an option.

use array_fn_dg::euler::VolumeForm;
use clap::ValueEnum;

#[derive(Clone, Copy, ValueEnum)]
pub enum Volume {
    /// At the nodes; after each step density and pressure are kept positive, and entropy by the second law.
    EntropyCorrected,
    /// At the nodes, and nothing else: for flows that are resolved.
    Collocation,
}

impl From<Volume> for VolumeForm {
    fn from(volume: Volume) -> VolumeForm {
        match volume {
            Volume::EntropyCorrected => VolumeForm::EntropyCorrected,
            Volume::Collocation => VolumeForm::Collocation,
        }
    }
}
