//! Small things every drawing needs: points, paths, numbers and names written safely.

use std::fmt::Write;

/// The font stacks of `design/look/tokens.css`.
pub const FONT_MAP: &str = "'Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua','Liberation Serif','Noto Serif','DejaVu Serif',Georgia,serif";
pub const FONT_COUNTER: &str = "'Roboto Condensed','Avenir Next Condensed','Arial Narrow','Liberation Sans Narrow','DejaVu Sans Condensed',system-ui,sans-serif";

/// A point of the drawing.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }
    pub fn plus(self, x: f64, y: f64) -> Point {
        Point::new(self.x + x, self.y + y)
    }
    /// The point `t` of the way to `other`.
    pub fn to(self, other: Point, t: f64) -> Point {
        Point::new(self.x + (other.x - self.x) * t, self.y + (other.y - self.y) * t)
    }
    pub fn distance(self, other: Point) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
    /// The unit vector to `other`; east if they are the same.
    pub fn towards(self, other: Point) -> Point {
        let d = self.distance(other);
        if d < 1e-9 {
            Point::new(1.0, 0.0)
        } else {
            Point::new((other.x - self.x) / d, (other.y - self.y) / d)
        }
    }
}

/// A number with at most one decimal, as short as it can be written.
pub fn n(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    let (sign, tenths) = (if tenths < 0 { "-" } else { "" }, tenths.abs());
    match (tenths / 10, tenths % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (whole, part) => format!("{sign}{whole}.{part}"),
    }
}

/// Tenths, the finest we draw.
fn tenths(p: Point) -> (i64, i64) {
    ((p.x * 10.0).round() as i64, (p.y * 10.0).round() as i64)
}

/// The `d` of a path. Steps are written relative to the last point, which is shorter; they are measured from where that
/// point was rounded to, so that errors do not add up.
#[derive(Default, Clone)]
pub struct Path {
    d: String,
    at: (i64, i64),
}

impl Path {
    pub fn is_empty(&self) -> bool {
        self.d.is_empty()
    }
    pub fn d(&self) -> &str {
        &self.d
    }
    /// Adds paths written elsewhere.
    pub fn push(&mut self, other: &Path) {
        self.d.push_str(&other.d);
        self.at = other.at;
    }
    pub fn move_to(&mut self, p: Point) -> &mut Path {
        self.at = tenths(p);
        let _ = write!(self.d, "M{} {}", n(p.x), n(p.y));
        self
    }
    pub fn line_to(&mut self, p: Point) -> &mut Path {
        self.d.push('l');
        self.step(p, false);
        self.at = tenths(p);
        self
    }
    pub fn quad(&mut self, control: Point, p: Point) -> &mut Path {
        self.d.push('q');
        self.step(control, false);
        self.step(p, true);
        self.at = tenths(p);
        self
    }
    /// A point relative to the last one.
    fn step(&mut self, p: Point, follows: bool) {
        let (x, y) = tenths(p);
        for (i, value) in [x - self.at.0, y - self.at.1].into_iter().enumerate() {
            if (0 < i || follows) && 0 <= value {
                self.d.push(' ');
            }
            if value < 0 {
                self.d.push('-');
            }
            let (whole, part) = (value.abs() / 10, value.abs() % 10);
            if 0 < whole || part == 0 {
                let _ = write!(self.d, "{whole}");
            }
            if 0 < part {
                let _ = write!(self.d, ".{part}");
            }
        }
    }
    /// A point to be drawn by a stroke with round ends.
    pub fn dot(&mut self, p: Point) -> &mut Path {
        self.move_to(p);
        self.d.push_str("h0");
        self
    }
    pub fn line(&mut self, a: Point, b: Point) -> &mut Path {
        self.move_to(a).line_to(b)
    }
    pub fn close(&mut self) -> &mut Path {
        self.d.push('Z');
        self
    }
    pub fn polygon(&mut self, points: &[Point]) -> &mut Path {
        for (i, p) in points.iter().enumerate() {
            if i == 0 {
                self.move_to(*p)
            } else {
                self.line_to(*p)
            };
        }
        self.close()
    }
    /// A full circle.
    pub fn circle(&mut self, c: Point, r: f64) -> &mut Path {
        let r = (r * 10.0).round() / 10.0;
        self.move_to(c.plus(-r, 0.0));
        let (r2, r) = (n(r * 2.0), n(r));
        let _ = write!(self.d, "a{r} {r} 0 1 0 {r2} 0a{r} {r} 0 1 0-{r2} 0");
        self
    }
    /// A closed curve that has the points as its controls.
    pub fn blob(&mut self, points: &[Point]) -> &mut Path {
        let Some(last) = points.last() else { return self };
        self.move_to(last.to(points[0], 0.5));
        for (i, p) in points.iter().enumerate() {
            self.quad(*p, p.to(points[(i + 1) % points.len()], 0.5));
        }
        self.close()
    }
    /// An open curve from the first point to the last that has the points between as its controls.
    pub fn curve(&mut self, points: &[Point]) -> &mut Path {
        match points {
            [] | [_] => {}
            [a, b] => {
                self.line(*a, *b);
            }
            [a, between @ .., z] => {
                self.move_to(*a);
                for (i, p) in between.iter().enumerate() {
                    let end = between.get(i + 1).map_or(*z, |next| p.to(*next, 0.5));
                    self.quad(*p, end);
                }
            }
        }
        self
    }
    /// `<path d="…" attributes/>`, or nothing if there is nothing to draw.
    pub fn element(&self, attributes: &str) -> String {
        if self.d.is_empty() {
            String::new()
        } else {
            format!("<path d=\"{}\" {attributes}/>\n", self.d)
        }
    }
    /// The same line stroked several times, written once: casing, fill, light.
    pub fn strokes(&self, id: &str, layers: &[&str]) -> String {
        if self.d.is_empty() {
            return String::new();
        }
        let mut out =
            format!("<defs><path id=\"d-{id}\" d=\"{}\"/></defs><g fill=\"none\">", self.d);
        for it in layers {
            let _ = write!(out, "<use href=\"#d-{id}\" {it}/>");
        }
        out + "</g>\n"
    }
}

/// The points of [`Path::curve`] as a polyline with short steps, for what has to follow it.
pub fn flatten(points: &[Point]) -> Vec<Point> {
    let [a, between @ .., z] = points else { return points.to_vec() };
    let mut out = vec![*a];
    let mut from = *a;
    for (i, p) in between.iter().enumerate() {
        let end = between.get(i + 1).map_or(*z, |next| p.to(*next, 0.5));
        for step in 1..=8 {
            let t = f64::from(step) / 8.0;
            out.push(from.to(*p, t).to(p.to(end, t), t));
        }
        from = end;
    }
    if between.is_empty() {
        out.push(*z);
    }
    out
}

/// Points every `step` along a polyline with the direction there, the first after half a step.
pub fn march(line: &[Point], step: f64) -> Vec<(Point, Point)> {
    let mut out = Vec::new();
    let mut left = step / 2.0;
    for pair in line.windows(2) {
        let (length, way) = (pair[0].distance(pair[1]), pair[0].towards(pair[1]));
        let mut at = left;
        while at < length {
            out.push((pair[0].plus(way.x * at, way.y * at), way));
            at += step;
        }
        left = at - length;
    }
    out
}

/// Text of a stranger, fit to stand in an element or attribute: shortened, cleaned of control characters, escaped.
pub fn escape(text: &str, most: usize) -> String {
    let mut out = String::new();
    for (i, it) in text.chars().filter(|it| !it.is_control() && !is_invisible(*it)).enumerate() {
        if i == most {
            out.push('…');
            break;
        }
        match it {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            it => out.push(it),
        }
    }
    out
}

/// Characters XML forbids, and those that turn the direction of the text around them.
fn is_invisible(it: char) -> bool {
    matches!(it, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{ffff}')
}

/// Roughly how wide a text is in a bold condensed face, in units of its size; on the wide side.
pub fn width(text: &str) -> f64 {
    let one = |it: char| match it {
        'i' | 'l' | 'j' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '/' => 0.32,
        'f' | 't' | 'r' | '(' | ')' | '-' => 0.4,
        'm' | 'w' | 'M' | 'W' | '…' => 0.86,
        '0'..='9' => 0.57,
        it if it.is_uppercase() => 0.64,
        it if (it as u32) < 0x2e80 => 0.56,
        _ => 1.0,
    };
    text.chars().map(one).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_in_exponents() {
        assert_eq!(
            [n(0.0), n(-0.04), n(1.25), n(-3.96), n(1e6)],
            ["0", "0", "1.3", "-4", "1000000"]
        );
    }

    #[test]
    fn relative_steps_do_not_add_up_their_rounding() {
        let mut path = Path::default();
        path.move_to(Point::new(0.04, 0.0));
        for i in 1..=100 {
            path.line_to(Point::new(0.04 + 0.14 * f64::from(i), -0.5));
        }
        assert_eq!(path.at, (140, -5));
        assert!(path.d.starts_with("M0 0l.2-.5l.1 0"));
    }

    #[test]
    fn names_cannot_leave_their_element() {
        assert_eq!(
            escape("<a href=\"x\">&'\u{0}\u{202e}", 40),
            "&lt;a href=&quot;x&quot;&gt;&amp;&#39;"
        );
        assert_eq!(escape("Saint-Aubin-d’Arquenay", 5), "Saint…");
    }

    #[test]
    fn marching_keeps_its_step_around_corners() {
        let line = [Point::new(0.0, 0.0), Point::new(10.0, 0.0), Point::new(10.0, 10.0)];
        let at: Vec<Point> = march(&line, 4.0).into_iter().map(|it| it.0).collect();
        assert_eq!(at.len(), 5);
        assert_eq!(at[2], Point::new(10.0, 0.0).plus(0.0, 0.0));
    }
}
