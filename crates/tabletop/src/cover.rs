//! The cover of a target: that of the ground it stands on, or of what it lines between itself and the firer.

use crate::{
    geometry::Spot,
    legend::{Cover, ObstacleSight},
    line::{Crossing, End, Line},
    table::{Piece, Table},
};

/// A class of cover and what gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Covered {
    /// The class.
    pub cover: Cover,
    /// What gives it; nothing in the open.
    pub by: Option<Piece>,
}

impl Table {
    /// The cover of a target against fire from a spot.
    ///
    /// In a building it is that of the building, or that of a room against its own floor; else the best of the areas it
    /// stands in and of the obstacles it lines where the line of fire crosses them.
    pub fn cover(&self, from: Spot, target: Spot) -> Covered {
        let reach = self.legend.sight.lining_crossing;
        self.covered(from, target, |line, crossing, end| crossing.within(line, end, reach))
    }

    /// The cover of a figure against a burst: an obstacle that it lines counts if it lies between, wherever it is crossed.
    pub fn cover_from_burst(&self, burst: Spot, figure: Spot) -> Covered {
        self.covered(burst, figure, |_, _, _| true)
    }

    /// The cover of the ground a figure stands on, from whatever direction.
    pub fn cover_of_place(&self, figure: Spot) -> Covered {
        let p = figure.point();
        if let Some(it) = self.building_at(p) {
            return Covered { cover: self.building_kind(it).cover, by: Some(Piece::Building(it)) };
        }
        let mut best = Covered { cover: Cover::default(), by: None };
        for it in self.areas_at(p) {
            best.better(self.area_kind(it).cover, Piece::Area(it));
        }
        best
    }

    fn covered(
        &self,
        from: Spot,
        target: Spot,
        counts: impl Fn(&Line, &Crossing, End) -> bool,
    ) -> Covered {
        let mut best = self.cover_of_place(target);
        if let Some(Piece::Building(it)) = best.by {
            let inside = self.building_at(from.point()) == Some(it) && from.floor == target.floor;
            let cover = if inside { self.legend.sight.inside_cover } else { best.cover };
            return Covered { cover, by: best.by };
        }
        let line = Line::new(from.point(), target.point());
        let end = if line.first == target.point() { End::First } else { End::Last };
        for it in self.grid.around(target.point(), self.legend.sight.lining).obstacles() {
            let cover = self.obstacle_kind(it).cover;
            if cover <= best.cover || !self.lines(target.point(), it) {
                continue;
            }
            let mut crossings = self.obstacles[it].edges().filter_map(|(p, q)| line.crossing(p, q));
            if crossings.any(|crossing| counts(&line, &crossing, end)) {
                best.better(cover, Piece::Obstacle(it));
            }
        }
        best
    }

    /// A wall of a building, or an obstacle that nobody sees through, lies between two spots.
    pub fn parted(&self, a: Spot, b: Spot) -> bool {
        let line = Line::new(a.point(), b.point());
        let pieces = self.grid.along(&line);
        pieces.buildings().any(|it| 0 < self.walls(&line, it))
            || pieces.obstacles().any(|it| {
                self.obstacle_kind(it).sight == ObstacleSight::Blocks
                    && self.obstacles[it].edges().any(|(p, q)| line.crossing(p, q).is_some())
            })
    }
}

impl Covered {
    fn better(&mut self, cover: Cover, by: Piece) {
        if self.cover < cover {
            *self = Covered { cover, by: Some(by) };
        }
    }
}
