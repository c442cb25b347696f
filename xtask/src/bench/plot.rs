//! A plot as SVG: lines over N on logarithmic axes, one for each series.

use std::fmt::Write;

/// A line of a plot: its name and its points (N, value), by N.
pub struct Series {
    pub name: String,
    pub points: Vec<(u64, f64)>,
}

pub struct Plot<'a> {
    pub title: String,
    /// What the values are.
    pub values: &'a str,
    pub series: Vec<Series>,
}

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 360.0;
/// Left, right, top and bottom of the area with the lines.
const AREA: [f64; 4] = [70.0, 430.0, 40.0, 310.0];
const COLOURS: [&str; 5] = ["#1b6ca8", "#c0392b", "#2e8b57", "#8e44ad", "#7f8c8d"];

impl Plot<'_> {
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let across = Axis::over(points().map(|(n, _)| *n as f64), AREA[0], AREA[1]);
        let upwards = Axis::over(points().map(|(_, value)| *value), AREA[3], AREA[2]);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        let mut line = |text: String| writeln!(svg, "{text}").expect("writing to a string");
        line(format!("<text x=\"{}\" y=\"22\" font-size=\"14\">{}</text>", AREA[0], self.title));
        line(format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">N</text>",
            (AREA[0] + AREA[1]) / 2.0,
            HEIGHT - 12.0
        ));
        line(format!(
            "<text transform=\"translate(16,{}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            (AREA[2] + AREA[3]) / 2.0,
            self.values
        ));
        for (value, at) in across.ticks() {
            line(format!(
                "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{}\" y2=\"{}\" stroke=\"#ddd\"/>",
                AREA[2], AREA[3]
            ));
            line(format!(
                "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                AREA[3] + 16.0,
                short(value)
            ));
        }
        for (value, at) in upwards.ticks() {
            line(format!(
                "<line x1=\"{}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>",
                AREA[0], AREA[1]
            ));
            line(format!(
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                AREA[0] - 6.0,
                at + 4.0,
                short(value)
            ));
        }
        for (at, (series, colour)) in self.series.iter().zip(COLOURS.iter().cycle()).enumerate() {
            let places: Vec<(f64, f64)> =
                series.points.iter().map(|(n, value)| (across.place(*n as f64), upwards.place(*value))).collect();
            let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            line(format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                path.join(" ")
            ));
            for (x, y) in places {
                line(format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"));
            }
            let y = AREA[2] + 14.0 + 20.0 * at as f64;
            let x = AREA[1] + 16.0;
            line(format!(
                "<line x1=\"{x}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                x + 20.0
            ));
            line(format!("<text x=\"{}\" y=\"{}\">{}</text>", x + 26.0, y + 4.0, series.name));
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// A logarithmic axis.
struct Axis {
    /// Logarithms of the ends.
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64>, from: f64, to: f64) -> Axis {
        let logarithms: Vec<f64> = values.filter(|value| *value > 0.0).map(f64::log10).collect();
        let low = logarithms.iter().copied().fold(f64::INFINITY, f64::min);
        let high = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match low < high {
            true => Axis { low, high, from, to },
            // One value or none: somewhere in the middle.
            false => Axis {
                low: if low.is_finite() { low - 0.5 } else { 0.0 },
                high: if high.is_finite() { high + 0.5 } else { 1.0 },
                from,
                to,
            },
        }
    }

    fn place(&self, value: f64) -> f64 {
        let logarithm = if value > 0.0 { value.log10() } else { self.low };
        self.from + (logarithm - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Round numbers on the axis, with their places.
    fn ticks(&self) -> Vec<(f64, f64)> {
        let steps: &[f64] = if self.high - self.low > 2.5 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let exponents = self.low.floor() as i32..=self.high.ceil() as i32;
        let values = exponents.flat_map(|exponent| steps.iter().map(move |step| step * 10f64.powi(exponent)));
        let is_on = |value: &f64| value.log10() >= self.low - 1e-9 && value.log10() <= self.high + 1e-9;
        values.filter(is_on).map(|value| (value, self.place(value))).collect()
    }
}

/// A number as people write it: 0.02, 5, 20k, 3M.
fn short(value: f64) -> String {
    match value {
        _ if value >= 1e9 => format!("{}G", value / 1e9),
        _ if value >= 1e6 => format!("{}M", value / 1e6),
        _ if value >= 1e3 => format!("{}k", value / 1e3),
        _ => format!("{}", (value * 1e6).round() / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_data_are_the_ends_of_the_axes() {
        let axis = Axis::over([10.0, 1000.0].into_iter(), 0.0, 100.0);
        assert_eq!((axis.place(10.0), axis.place(100.0), axis.place(1000.0)), (0.0, 50.0, 100.0));
        assert_eq!(
            axis.ticks().iter().map(|tick| tick.0).collect::<Vec<_>>(),
            [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0]
        );
    }

    #[test]
    fn every_point_and_every_name_is_drawn() {
        let series = |name: &str, points: &[(u64, f64)]| Series { name: name.to_owned(), points: points.to_vec() };
        let plot = Plot {
            title: "select_sort".to_owned(),
            values: "seconds",
            series: vec![series("int", &[(5, 0.1), (10, 2.0)]), series("sat", &[(5, 0.2)]), series("none", &[])],
        };
        let svg = plot.svg();
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(["int", "sat", "none", "select_sort", "seconds"].iter().all(|text| svg.contains(text)));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
