//! Graphs and lives of temporaries as SVG. The layout of graphs is `layout-rs`'s.

use std::fmt::Write;

use layout::core::base::Orientation;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::Point;
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::shapes::{Arrow, Element, LineEndKind, ShapeKind};
use layout::topo::layout::VisualGraph;

use super::Explanation;
use super::dot::{Graph, Kind, colour};
use super::table::live_text;
use super::text::bytes;

/// The width of a letter in the pictures' fixed-width font.
const LETTER: f64 = 7.0;
const LINE: f64 = 15.0;
const FONT: usize = 11;

/// Graphs with more nodes are not laid out: that takes long, and nobody finds anything in them.
const MAX_NODES: usize = 300;

impl Explanation {
    /// The array operations as they were written, as SVG; `None` if there are too many to be drawn.
    pub fn svg_before(&self) -> Option<String> {
        draw(&self.before())
    }

    /// The kernels and the order between them, as SVG; `None` if there are too many to be drawn.
    pub fn svg_after(&self) -> Option<String> {
        draw(&self.after())
    }

    /// The lines of the source and the values that flow between them, as SVG.
    ///
    /// Operations of one line are one box, in the colour of their first kernel, if they are part of the same kernels,
    /// and feed each other or read the same value. Parameters are not shown. `None` if there are too many lines to be
    /// drawn.
    pub fn svg_lines(&self) -> Option<String> {
        draw(&self.lines()?)
    }

    /// The lives of the temporaries over the launches, those of one slot in one row, as SVG.
    pub fn svg_buffers(&self) -> String {
        const ROW: usize = 26;
        const COLUMN: usize = 64;
        const LEFT: usize = 150;
        let (width, height) = (LEFT + COLUMN * self.launches.len(), ROW * (self.slots.len() + 1));
        let mut out = head(width as f64 + 10.0, height as f64 + 10.0);
        for k in 0..self.launches.len() {
            let x = LEFT + COLUMN * k;
            let _ = writeln!(
                out,
                "<line x1=\"{x}\" y1=\"0\" x2=\"{x}\" y2=\"{height}\" stroke=\"#ddd\"/>\
                 <text x=\"{}\" y=\"17\" text-anchor=\"middle\">{k}</text>",
                x + COLUMN / 2
            );
        }
        for (slot, &size) in self.slots.iter().enumerate() {
            let y = ROW * (slot + 1);
            let size = bytes(size as u64);
            let _ = writeln!(out, "<text x=\"4\" y=\"{}\">slot {slot}: {size}</text>", y + 17);
        }
        for temporary in &self.temporaries {
            let Some(live) = &temporary.live else { continue };
            let (x, y) = (LEFT + COLUMN * live.start(), ROW * (temporary.slot + 1) + 2);
            let width = COLUMN * (live.end() + 1 - live.start()) - 4;
            let name = escaped(temporary.name);
            let (size, live) = (bytes(temporary.bytes as u64), live_text(temporary));
            let _ = writeln!(
                out,
                "<g><title>{name}: {size}, slot {}, launches {live}</title>\
                 <rect x=\"{}\" y=\"{y}\" width=\"{width}\" height=\"{}\" rx=\"3\" fill=\"#dbe9f6\" stroke=\"#4a7ba6\"/>\
                 <text x=\"{}\" y=\"{}\">{name}</text></g>",
                temporary.slot,
                x + 2,
                ROW - 4,
                x + 6,
                y + 15,
            );
        }
        out.push_str("</svg>\n");
        out
    }
}

fn draw(graph: &Graph) -> Option<String> {
    if graph.nodes.len() > MAX_NODES {
        return None;
    }
    let orientation = Orientation::TopToBottom;
    let mut visual = VisualGraph::new(orientation);
    let nodes = graph.nodes.iter().map(|node| {
        let longest = node.label.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let lines = node.label.lines().count().max(1);
        let size = Point::new(longest as f64 * LETTER + 12.0, lines as f64 * LINE + 8.0);
        let mut look = StyleAttr::simple();
        look.font_size = FONT;
        let class = match node.kind {
            Kind::Input => "input",
            Kind::Operation | Kind::Line(None) => "operation",
            Kind::Output => "output",
            Kind::Kernel(kernel) | Kind::Line(Some(kernel)) => colour(kernel),
        };
        let shape = ShapeKind::new_box(&node.label);
        Element::create_with_properties(shape, look, orientation, size, class)
    });
    let handles: Vec<_> = nodes.map(|node| visual.add_node(node)).collect();
    for &(from, to) in &graph.edges {
        let arrow = Arrow::new(
            LineEndKind::None,
            LineEndKind::Arrow,
            LineStyleKind::Normal,
            "",
            &StyleAttr::simple(),
            &None,
            &None,
        );
        visual.add_edge(arrow, handles[from], handles[to]);
    }
    let mut canvas = Canvas::default();
    if !handles.is_empty() {
        visual.do_it(false, false, false, &mut canvas);
    }
    Some(canvas.finish())
}

fn head(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"monospace\" font-size=\"{FONT}\">\n"
    )
}

/// Collects as SVG what the layout draws.
#[derive(Default)]
struct Canvas {
    content: String,
    width: f64,
    height: f64,
}

impl Canvas {
    fn reach(&mut self, x: f64, y: f64) {
        self.width = self.width.max(x);
        self.height = self.height.max(y);
    }

    fn finish(self) -> String {
        let mut out = head(self.width + 10.0, self.height + 10.0);
        out.push_str(&self.content);
        out.push_str("</svg>\n");
        out
    }
}

impl RenderBackend for Canvas {
    fn draw_rect(
        &mut self,
        xy: Point,
        size: Point,
        _: &StyleAttr,
        properties: Option<String>,
        _: Option<ClipHandle>,
    ) {
        self.reach(xy.x + size.x, xy.y + size.y);
        let (fill, stroke, rounded) = match properties.as_deref() {
            Some("input") => ("#f3f0e4", "#9a8f5f", 0),
            Some("operation") => ("#ffffff", "#555555", 8),
            Some(colour) if colour.starts_with('#') => (colour, "#4a7ba6", 4),
            _ => ("none", "none", 0),
        };
        let _ = writeln!(
            self.content,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{rounded}\" \
             fill=\"{fill}\" stroke=\"{stroke}\"/>",
            xy.x, xy.y, size.x, size.y
        );
    }

    fn draw_line(&mut self, start: Point, stop: Point, _: &StyleAttr, _: Option<String>) {
        let _ = writeln!(
            self.content,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#888\"/>",
            start.x, start.y, stop.x, stop.y
        );
    }

    fn draw_circle(&mut self, xy: Point, size: Point, _: &StyleAttr, _: Option<String>) {
        let _ = writeln!(
            self.content,
            "<ellipse cx=\"{:.1}\" cy=\"{:.1}\" rx=\"{:.1}\" ry=\"{:.1}\" fill=\"none\" stroke=\"#888\"/>",
            xy.x,
            xy.y,
            size.x / 2.0,
            size.y / 2.0
        );
    }

    fn draw_text(&mut self, xy: Point, text: &str, _: &StyleAttr) {
        let lines = text.lines().count() as f64;
        for (k, line) in text.lines().enumerate() {
            // `xy` is the middle of all lines.
            let y = xy.y + (k as f64 - (lines - 1.0) / 2.0) * LINE;
            let weight = if k == 0 { " font-weight=\"bold\"" } else { "" };
            let _ = writeln!(
                self.content,
                "<text x=\"{:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" \
                 dominant-baseline=\"central\"{weight}>{}</text>",
                xy.x,
                escaped(line)
            );
        }
    }

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        _: bool,
        _: (bool, bool),
        _: &StyleAttr,
        _: Option<String>,
        _: &str,
    ) {
        let [first, second, rest @ ..] = path else { return };
        let mut curve = format!(
            "M {:.1} {:.1} C {:.1} {:.1}, {:.1} {:.1}, {:.1} {:.1}",
            first.0.x,
            first.0.y,
            first.1.x,
            first.1.y,
            second.0.x,
            second.0.y,
            second.1.x,
            second.1.y
        );
        for (control, to) in rest {
            let _ = write!(curve, " S {:.1} {:.1}, {:.1} {:.1}", control.x, control.y, to.x, to.y);
        }
        path.iter().for_each(|(a, b)| {
            self.reach(a.x, a.y);
            self.reach(b.x, b.y);
        });
        let (control, tip) = rest.last().unwrap_or(second);
        let angle = (tip.y - control.y).atan2(tip.x - control.x).to_degrees();
        let angle = if angle.is_finite() { angle } else { 90.0 };
        let _ = writeln!(
            self.content,
            "<path d=\"{curve}\" fill=\"none\" stroke=\"#888\"/>\
             <path d=\"M 0 0 L -7 -3 L -7 3 Z\" fill=\"#888\" \
             transform=\"translate({:.1} {:.1}) rotate({angle:.0})\"/>",
            tip.x, tip.y
        );
    }

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}

/// The text, escaped for XML.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // No other control characters may stand in XML.
            '\n' | '\t' => out.push(c),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
