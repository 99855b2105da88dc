//! The NATO symbol of every kind of unit in a box of 15.6 by 9.2.

use tcs::data::Kind;

/// What stands in the box.
pub(super) fn symbol(kind: Kind, box_fill: &str) -> String {
    const CROSS: &str = "<path d=\"M0 0L15.6 9.2M15.6 0L0 9.2\"/>";
    let inner = match kind {
        Kind::Infantry => CROSS,
        Kind::MachineGun => {
            "<path d=\"M0 0L15.6 9.2M15.6 0L0 9.2\" stroke-width=\".6\"/><path d=\"M7.8 8V1.6M5.9 3.5l1.9-2 1.9 2M6 8h3.6\"/>"
        }
        Kind::Mortar => {
            "<circle cx=\"7.8\" cy=\"6.7\" r=\"1.4\"/><path d=\"M7.8 5.3V1.5M6 3.2L7.8 1.4l1.8 1.8\"/>"
        }
        Kind::AtGun => "<path d=\"M0 9.2L7.8 1.5L15.6 9.2\"/>",
        Kind::AaGun => "<path d=\"M1.8 9.2a6 6.4 0 0 1 12 0\"/>",
        Kind::InfantryGun => {
            "<path d=\"M0 0L15.6 9.2M15.6 0L0 9.2\" stroke-width=\".6\"/><circle cx=\"7.8\" cy=\"4.6\" r=\"2\" fill=\"#1d1b16\" stroke=\"none\"/>"
        }
        Kind::Artillery => {
            "<circle cx=\"7.8\" cy=\"4.6\" r=\"2.5\" fill=\"#1d1b16\" stroke=\"none\"/>"
        }
        Kind::Vehicle => "<ellipse cx=\"7.8\" cy=\"4.6\" rx=\"5\" ry=\"2.8\"/>",
        Kind::Carrier => {
            "<ellipse cx=\"7.8\" cy=\"4.6\" rx=\"5\" ry=\"2.8\"/><path d=\"M0 0L15.6 9.2M15.6 0L0 9.2\" stroke-width=\".6\"/>"
        }
    };
    format!("<rect width=\"15.6\" height=\"9.2\" fill=\"{box_fill}\"/>{inner}")
}
