//! The program graph as a picture: `heureka show --as svg`, without any other tool.
//!
//! Procedures stand below each other, each as a chart of blocks; see [`blocks`] for what is drawn and [`layout`] for where.

mod blocks;
mod layout;

use std::fmt::Write;

use blocks::{Block, Chart, Kind, chart};
use layout::{Layout, Place, Sizes, layout};

use crate::dot::{entry_first, heading, shortened};
use crate::ids::{LocId, ProcId};
use crate::program::Program;
use crate::text::Names;

const LONGEST_STEP: usize = 64;
const LONGEST_GUARD: usize = 40;
const CHAR: f64 = 7.25;
const LINE: f64 = 16.0;
const PAD: f64 = 9.0;
const MARGIN: f64 = 24.0;
const TITLE: f64 = 34.0;
/// Room for the number of a location before its step.
const NUMBER: usize = 6;

const STYLE: &str = "\
text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1f2430}\
.title{font-weight:bold;font-size:14px}.place,.n{fill:#8a91a0}.n{font-size:10px}\
.b{fill:#fff;stroke:#b8bfcc;stroke-width:1.2}.entry{stroke:#2f7d4f;stroke-width:2}.exit{fill:#f1f3f6}\
.halt{fill:#e6e8ec;stroke:#8a91a0}.error{fill:#fde3e1;stroke:#c0392b;stroke-width:2}\
.unsupported{fill:#fdf0d5;stroke:#b9770e;stroke-width:2}.proc{fill:#fafbfc;stroke:#e3e6eb}\
.e{fill:none;stroke:#6b7385;stroke-width:1.3}.back{stroke:#3d6fb4;stroke-dasharray:5 3}\
.g{font-size:11px;fill:#34507a}.bg{fill:#fafbfc;fill-opacity:.9}";

/// The picture of a program, a complete SVG document.
pub fn svg(program: &Program) -> String {
    let names = Names::of(program);
    let mut into = vec![0; program.locs.len()];
    for edge in program.edges() {
        into[edge.to.index()] += 1;
    }
    let mut locs: Vec<Vec<LocId>> = vec![Vec::new(); program.procs.len()];
    for loc in program.loc_ids() {
        locs[program.loc(loc).proc.index()].push(loc);
    }
    let mut body = String::new();
    let (mut y, mut width) = (MARGIN, 0.0f64);
    for proc in entry_first(program) {
        let chart = chart(program, &names, proc, &locs[proc.index()], &into);
        let title = heading(program, &names, proc);
        let place = place(program, proc);
        let (text, size) = procedure(&chart, &title, &place);
        let _ = writeln!(body, "<g transform=\"translate({MARGIN:.0} {y:.0})\">\n{text}</g>");
        y += size.1 + MARGIN;
        width = width.max(size.0);
    }
    let (width, height) = (width + 2.0 * MARGIN, y);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\">\n<style>{STYLE}</style>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"#6b7385\"/></marker></defs>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
}

fn place(program: &Program, proc: ProcId) -> String {
    let span = program.proc(proc).span;
    if span.is_none() { String::new() } else { program.files.place(span).to_string() }
}

/// The picture of one procedure and its size.
fn procedure(chart: &Chart, title: &str, place: &str) -> (String, (f64, f64)) {
    let sizes = Sizes {
        blocks: chart.blocks.iter().map(block_size).collect(),
        labels: chart.links.iter().map(|link| label_size(&link.label)).collect(),
    };
    let edges: Vec<(usize, usize)> = chart.links.iter().map(|link| (link.from, link.to)).collect();
    let layout = layout(&sizes, &edges);
    let heading = (title.chars().count() + place.chars().count() + 4) as f64 * CHAR * 1.2;
    let width = layout.width.max(heading) + 2.0 * PAD + 2.0 * MARGIN;
    let height = layout.height + TITLE + MARGIN;
    let mut out = String::new();
    let _ = writeln!(out, "<rect class=\"proc\" width=\"{width:.0}\" height=\"{height:.0}\" rx=\"8\"/>");
    let _ = writeln!(
        out,
        "<text class=\"title\" x=\"{PAD}\" y=\"21\">{}<tspan class=\"place\" font-size=\"11\" font-weight=\"normal\" dx=\"12\">{}</tspan></text>",
        escaped(title),
        escaped(place)
    );
    let _ = writeln!(out, "<g transform=\"translate({:.0} {TITLE})\">", PAD + MARGIN);
    for at in 0..chart.links.len() {
        edge(&mut out, chart, &layout, at);
    }
    for (block, place) in chart.blocks.iter().zip(&layout.blocks) {
        draw_block(&mut out, block, place);
    }
    for (at, link) in chart.links.iter().enumerate().filter(|(_, link)| !link.label.is_empty()) {
        label(&mut out, &link.label, &layout.paths[at][0]);
    }
    out.push_str("</g>\n");
    (out, (width, height))
}

fn block_size(block: &Block) -> (f64, f64) {
    let longest = block.lines.iter().map(|line| line.text.chars().count().min(LONGEST_STEP)).max().unwrap_or(0);
    let count = block.lines.len().max(1);
    ((longest + NUMBER) as f64 * CHAR + PAD, count as f64 * LINE + 8.0)
}

fn label_size(label: &str) -> (f64, f64) {
    match label.chars().count().min(LONGEST_GUARD) {
        0 => (0.0, 0.0),
        count => (count as f64 * CHAR * 0.92 + 6.0, 15.0),
    }
}

fn draw_block(out: &mut String, block: &Block, place: &Place) {
    let class = match block.kind {
        Kind::Plain => "b",
        Kind::Entry => "b entry",
        Kind::Exit => "b exit",
        Kind::Halt => "b halt",
        Kind::Error => "b error",
        Kind::Unsupported => "b unsupported",
    };
    let (left, Place { y, width, height, .. }) = (place.x - place.width / 2.0, *place);
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"5\"/>"
    );
    for (at, line) in block.lines.iter().enumerate() {
        let base = y + 4.0 + LINE * (at as f64 + 0.78);
        let step = left + PAD * 0.6 + (NUMBER as f64 - 0.6) * CHAR;
        let first_of_loc = at == 0 || block.lines[at - 1].loc != line.loc;
        if first_of_loc {
            let _ =
                writeln!(out, "<text class=\"n\" x=\"{:.1}\" y=\"{base:.1}\">{}</text>", left + PAD * 0.6, line.loc);
        }
        let source = if line.source > 0 { format!(" (line {})", line.source) } else { String::new() };
        let _ = writeln!(
            out,
            "<text x=\"{step:.1}\" y=\"{base:.1}\">{}<title>{}{source}</title></text>",
            escaped(&shortened(&line.text, LONGEST_STEP)),
            escaped(&line.text)
        );
    }
}

fn label(out: &mut String, text: &str, place: &Place) {
    let (left, baseline) = (place.x - place.width / 2.0, place.y + 11.5);
    let _ = writeln!(
        out,
        "<rect class=\"bg\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"15\" rx=\"3\"/>",
        place.y, place.width
    );
    let _ = writeln!(
        out,
        "<text class=\"g\" text-anchor=\"middle\" x=\"{:.1}\" y=\"{baseline:.1}\">{}<title>{}</title></text>",
        place.x,
        escaped(&shortened(text, LONGEST_GUARD)),
        escaped(text)
    );
}

/// Draws an edge as a smooth curve through its boxes.
fn edge(out: &mut String, chart: &Chart, layout: &Layout, at: usize) {
    let link = &chart.links[at];
    let (from, to) = (&layout.blocks[link.from], &layout.blocks[link.to]);
    let mut pen = Pen::at(from.x, from.y + from.height);
    if layout.back[at] {
        // Down to the first box, round, up through the others, round above the last, and down into the target.
        let (mut boxes, Some(last)) = (layout.paths[at].iter(), layout.paths[at].last()) else { return };
        if let Some(first) = boxes.next() {
            pen.turn(first.x, first.y, first.y + first.height.max(6.0) + 8.0);
        }
        for place in boxes {
            pen.curve(place.x, place.y + place.height);
            pen.line(place.y);
        }
        pen.turn(to.x, to.y - 1.0, last.y - 8.0);
    } else {
        for place in &layout.paths[at] {
            pen.curve(place.x, place.y);
            pen.line(place.y + place.height);
        }
        pen.curve(to.x, to.y - 1.0);
    }
    let class = if layout.back[at] { "e back" } else { "e" };
    let _ = writeln!(out, "<path class=\"{class}\" d=\"{}\" marker-end=\"url(#tip)\"/>", pen.path);
}

/// Draws curves that leave and arrive upright.
struct Pen {
    path: String,
    x: f64,
    y: f64,
}

impl Pen {
    fn at(x: f64, y: f64) -> Pen {
        Pen { path: format!("M{x:.1} {y:.1}"), x, y }
    }

    fn curve(&mut self, x: f64, y: f64) {
        self.turn(x, y, (self.y + y) / 2.0);
    }

    /// Straight up or down.
    fn line(&mut self, y: f64) {
        let _ = write!(self.path, "V{y:.1}");
        self.y = y;
    }

    /// A curve that bends at the height `bend`.
    fn turn(&mut self, x: f64, y: f64, bend: f64) {
        let _ = write!(self.path, "C{:.1} {bend:.1} {x:.1} {bend:.1} {x:.1} {y:.1}", self.x);
        (self.x, self.y) = (x, y);
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // Not allowed in XML at all.
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
