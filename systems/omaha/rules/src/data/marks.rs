//! Sectors, divisions, symbols, colours, classes of fire, badges, weapons: what is printed on many things.

kernel::words! {
    /// omaha.scale.sectors
    pub enum Sector: "sector" = East {
        East = "east" | "EAST", "EAST";
        West = "west" | "WEST", "WEST";
    }

    pub enum Division: "division" = First {
        First = "1" | "1st", "1st Division";
        TwentyNinth = "29" | "29th", "29th Division";
    }

    /// The target symbol of a US unit, and of a fire card.
    pub enum Symbol: "symbol" = Diamond {
        Diamond = "diamond" | "◆";
        Triangle = "triangle" | "▲";
        Circle = "circle" | "●";
    }

    /// omaha.card.fire-colours
    pub enum Colour: "colour" = Orange {
        Orange = "orange";
        Red = "red";
        Purple = "purple";
        Blue = "blue";
        Green = "green";
        Brown = "brown";
    }

    /// The class of a dot in a field of fire, most dangerous first.
    pub enum FireClass: "class of fire" {
        Intense = "intense";
        Steady = "steady";
        Sporadic = "sporadic";
    }

    /// omaha.card.fire-badge
    pub enum Badge: "badge" {
        F = "F";
        R = "R";
        M = "M";
        P = "P";
        A = "A";
        Armour = "armour";
        Star = "star";
    }

    /// Weapons of the US, requirements of the Germans.
    pub enum Weapon: "weapon" {
        Bz = "BZ", "bazooka";
        Bg = "BG", "bangalore torpedo";
        Br = "BR", "automatic rifle";
        De = "DE", "demolitions";
        Mo = "MO", "mortar";
        Rd = "RD", "radio";
        Mg = "MG", "machine gun";
        Ar = "AR", "artillery";
        Na = "NA", "naval artillery";
        Fl = "FL", "flanking";
    }
}

impl Sector {
    /// In the order in which cards are drawn (omaha.seq.fire-order).
    pub const BOTH: [Sector; 2] = Sector::ALL;

    #[must_use]
    pub const fn other(self) -> Sector {
        match self {
            Sector::East => Sector::West,
            Sector::West => Sector::East,
        }
    }
    #[must_use]
    pub const fn division(self) -> Division {
        match self {
            Sector::East => Division::First,
            Sector::West => Division::TwentyNinth,
        }
    }
}

impl Division {
    pub const BOTH: [Division; 2] = Division::ALL;

    #[must_use]
    pub const fn other(self) -> Division {
        match self {
            Division::First => Division::TwentyNinth,
            Division::TwentyNinth => Division::First,
        }
    }
    #[must_use]
    pub const fn sector(self) -> Sector {
        match self {
            Division::First => Sector::East,
            Division::TwentyNinth => Sector::West,
        }
    }
}

impl Symbol {
    /// ◆ ▲ ●
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Symbol::Diamond => '◆',
            Symbol::Triangle => '▲',
            Symbol::Circle => '●',
        }
    }
}

/// A set of weapons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Weapons(pub u16);

impl Weapons {
    pub const NONE: Weapons = Weapons(0);

    #[must_use]
    pub const fn of(weapon: Weapon) -> Weapons {
        Weapons(1 << weapon as u16)
    }
    #[must_use]
    pub const fn with(self, weapon: Weapon) -> Weapons {
        Weapons(self.0 | 1 << weapon as u16)
    }
    #[must_use]
    pub const fn without(self, other: Weapons) -> Weapons {
        Weapons(self.0 & !other.0)
    }
    #[must_use]
    pub const fn union(self, other: Weapons) -> Weapons {
        Weapons(self.0 | other.0)
    }
    #[must_use]
    pub const fn contains(self, weapon: Weapon) -> bool {
        self.0 & 1 << weapon as u16 != 0
    }
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }
    pub fn iter(self) -> impl Iterator<Item = Weapon> {
        Weapon::ALL.into_iter().filter(move |it| self.contains(*it))
    }
}

impl FromIterator<Weapon> for Weapons {
    fn from_iter<I: IntoIterator<Item = Weapon>>(weapons: I) -> Weapons {
        weapons.into_iter().fold(Weapons::NONE, Weapons::with)
    }
}
