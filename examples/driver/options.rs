//! Options that all drivers have.

use super::Failure;
use array_fn::Device;
use array_fn_dg::output::Series;
use array_fn_dg::{Error, Mesh};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::str::FromStr;

#[derive(Args)]
pub struct Options {
    /// A Gmsh mesh (MSH 2.2 or 4.1) instead of a box.
    #[arg(long, value_name = "FILE", conflicts_with = "cells")]
    pub mesh: Option<PathBuf>,
    /// Cells along each edge of the box; each is cut into six tetrahedra.
    #[arg(long = "box", value_name = "N", default_value_t = 8, value_parser = parse_cells)]
    pub cells: usize,
    /// Polynomial order, 1 to 7.
    #[arg(long, value_name = "P", default_value_t = 3, value_parser = parse_order)]
    pub order: usize,
    /// The time to compute to [default: depends on the case].
    #[arg(long, value_name = "T", value_parser = parse_time)]
    pub final_time: Option<f64>,
    /// Compute in single precision.
    #[arg(long)]
    pub f32: bool,
    /// Where to compute [default: the first GPU if there is one, else the CPU].
    #[arg(long, value_enum)]
    device: Option<DeviceName>,
    /// Number of CPU threads; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Folder for the VTU files and the PVD file [default: one under target, none with --json].
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Number of instants to write after the first.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub frames: usize,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum DeviceName {
    Cpu,
    Cuda,
}

fn parse_cells(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(cells @ 1..=1000) => Ok(cells),
        _ => Err("a whole number from 1 to 1000 is needed".into()),
    }
}

fn parse_order(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(order @ 1..=7) => Ok(order),
        _ => Err("a whole number from 1 to 7 is needed".into()),
    }
}

fn parse_time(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(time) if time.is_finite() && time > 0.0 => Ok(time),
        _ => Err("a positive number is needed".into()),
    }
}

/// `NAME=CONDITION`.
pub fn parse_pair<C: FromStr<Err = String>>(text: &str) -> Result<(String, C), String> {
    let (name, condition) = text.split_once('=').ok_or("NAME=CONDITION is needed")?;
    Ok((name.into(), condition.parse()?))
}

impl Options {
    /// The mesh file, if there is one, with notes on what was left out of it. `surfaces` are the names
    /// that options use.
    pub fn read_mesh<'a>(
        &self,
        surfaces: impl IntoIterator<Item = &'a String>,
    ) -> Result<Option<Mesh>, Failure> {
        let Some(path) = &self.mesh else { return Ok(None) };
        let mesh = Mesh::read(path).map_err(Error::from)?;
        for note in &mesh.notes {
            eprintln!("note: {note}");
        }
        for name in surfaces {
            if !mesh.groups.contains(name) {
                return Err(Failure::Input(format!(
                    "the mesh has no surface `{name}`\nhelp: its surfaces are {}",
                    mesh.groups.join(", ")
                )));
            }
        }
        Ok(Some(mesh))
    }

    /// The device that the options choose. Without a choice, threads mean the CPU.
    pub fn device(&self) -> Result<Device, Failure> {
        match (self.device, self.threads) {
            (Some(DeviceName::Cuda), _) => {
                Device::cuda(0).map_err(|error| Failure::Input(error.to_string()))
            }
            (None, 0) => Ok(Device::default()),
            (Some(DeviceName::Cpu), 0) => Ok(Device::cpu()),
            (_, threads) => Ok(Device::cpu_with_threads(threads)),
        }
    }

    /// Where instants are written: `target/NAME` unless the options say otherwise.
    pub fn series(&self, name: &str) -> Result<Option<Series>, Error> {
        let folder = match (&self.output, self.json) {
            (Some(folder), _) => folder.clone(),
            (None, false) => Path::new("target").join(name),
            (None, true) => return Ok(None),
        };
        Series::create(&folder, name).map(Some)
    }
}
