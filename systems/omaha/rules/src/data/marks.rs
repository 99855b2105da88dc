//! Sectors, divisions, symbols, colours, classes of fire, badges, weapons: what is printed on many things.

use serde::{Deserialize, Serialize};

/// omaha.scale.sectors
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Sector {
    #[default]
    East,
    West,
}

impl Sector {
    /// In the order in which cards are drawn (omaha.seq.fire-order).
    pub const BOTH: [Sector; 2] = [Sector::East, Sector::West];

    #[must_use]
    pub const fn other(self) -> Sector {
        match self {
            Sector::East => Sector::West,
            Sector::West => Sector::East,
        }
    }
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
    #[must_use]
    pub const fn division(self) -> Division {
        match self {
            Sector::East => Division::First,
            Sector::West => Division::TwentyNinth,
        }
    }
}

#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Division {
    #[default]
    #[serde(rename = "1")]
    First,
    #[serde(rename = "29")]
    TwentyNinth,
}

impl Division {
    pub const BOTH: [Division; 2] = [Division::First, Division::TwentyNinth];

    #[must_use]
    pub const fn other(self) -> Division {
        match self {
            Division::First => Division::TwentyNinth,
            Division::TwentyNinth => Division::First,
        }
    }
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
    #[must_use]
    pub const fn sector(self) -> Sector {
        match self {
            Division::First => Sector::East,
            Division::TwentyNinth => Sector::West,
        }
    }
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Division::First => "1st Division",
            Division::TwentyNinth => "29th Division",
        }
    }
}

/// The target symbol of a US unit, and of a fire card.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Symbol {
    #[default]
    Diamond,
    Triangle,
    Circle,
}

impl Symbol {
    pub const ALL: [Symbol; 3] = [Symbol::Diamond, Symbol::Triangle, Symbol::Circle];

    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
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

/// omaha.card.fire-colours
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    #[default]
    Orange,
    Red,
    Purple,
    Blue,
    Green,
    Brown,
}

impl Colour {
    pub const ALL: [Colour; 6] =
        [Colour::Orange, Colour::Red, Colour::Purple, Colour::Blue, Colour::Green, Colour::Brown];

    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Orange => "orange",
            Colour::Red => "red",
            Colour::Purple => "purple",
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Brown => "brown",
        }
    }
}

/// The class of a dot in a field of fire, most dangerous first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FireClass {
    Intense,
    Steady,
    Sporadic,
}

impl FireClass {
    pub const ALL: [FireClass; 3] = [FireClass::Intense, FireClass::Steady, FireClass::Sporadic];

    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FireClass::Intense => "intense",
            FireClass::Steady => "steady",
            FireClass::Sporadic => "sporadic",
        }
    }
}

/// omaha.card.fire-badge
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Badge {
    F,
    R,
    M,
    P,
    A,
    #[serde(rename = "armour")]
    Armour,
    #[serde(rename = "star")]
    Star,
}

impl Badge {
    pub const ALL: [Badge; 7] =
        [Badge::F, Badge::R, Badge::M, Badge::P, Badge::A, Badge::Armour, Badge::Star];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Badge::F => "F",
            Badge::R => "R",
            Badge::M => "M",
            Badge::P => "P",
            Badge::A => "A",
            Badge::Armour => "armour",
            Badge::Star => "star",
        }
    }
}

/// Weapons of the US, requirements of the Germans.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Weapon {
    /// bazooka
    Bz,
    /// bangalore torpedo
    Bg,
    /// automatic rifle
    Br,
    /// demolitions
    De,
    /// mortar
    Mo,
    /// radio
    Rd,
    /// machine gun
    Mg,
    /// artillery
    Ar,
    /// naval artillery
    Na,
    /// flanking
    Fl,
}

impl Weapon {
    pub const ALL: [Weapon; 10] = [
        Weapon::Bz,
        Weapon::Bg,
        Weapon::Br,
        Weapon::De,
        Weapon::Mo,
        Weapon::Rd,
        Weapon::Mg,
        Weapon::Ar,
        Weapon::Na,
        Weapon::Fl,
    ];

    #[must_use]
    pub const fn short(self) -> &'static str {
        ["BZ", "BG", "BR", "DE", "MO", "RD", "MG", "AR", "NA", "FL"][self as usize]
    }
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "bazooka",
            "bangalore torpedo",
            "automatic rifle",
            "demolitions",
            "mortar",
            "radio",
            "machine gun",
            "artillery",
            "naval artillery",
            "flanking",
        ][self as usize]
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
