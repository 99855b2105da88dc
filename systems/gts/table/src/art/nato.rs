//! The NATO symbol of every arm in a box of 15.6 by 9.2.

use gts::data::Arm;

/// What stands in the box, and what is drawn outside of it.
pub(crate) fn symbol(arm: Arm, box_fill: &str) -> String {
    const CROSS: &str = "<path d=\"M0 0L15.6 9.2M15.6 0L0 9.2\"/>";
    const OVAL: &str = "<ellipse cx=\"7.8\" cy=\"4.6\" rx=\"5\" ry=\"2.8\"/>";
    const SLASH: &str = "<path d=\"M0 9.2L15.6 0\"/>";
    const WINGS: &str =
        "<path d=\"M3.8 9.2a2.1 2.1 0 0 1 4 0a2.1 2.1 0 0 1 4 0\" fill=\"#fdfbf3\"/>";
    const BRIDGE: &str = "<path d=\"M4.2 7V3.2h7.2V7M7.8 3.2V7\"/>";
    const CHEVRON: &str = "<path d=\"M0 9.2L7.8 1.5L15.6 9.2\"/>";
    const WHEELS: &str = "<g fill=\"#1d1b16\" stroke=\"none\"><circle cx=\"4\" cy=\"10.6\" r=\"1\"/><circle cx=\"11.6\" cy=\"10.6\" r=\"1\"/></g>";
    const TUBE: &str =
        "<circle cx=\"7.8\" cy=\"6.7\" r=\"1.4\"/><path d=\"M7.8 5.3V1.5M6 3.2L7.8 1.4l1.8 1.8\"/>";
    const BALL: &str = "<circle cx=\"7.8\" cy=\"4.6\" r=\"2.5\" fill=\"#1d1b16\" stroke=\"none\"/>";
    let letter = |it: &str| {
        format!(
            "<rect x=\"4.9\" y=\"1.7\" width=\"5.8\" height=\"5.8\" fill=\"#fdfbf3\" stroke=\"none\"/><text x=\"7.8\" y=\"6.9\" font-size=\"6.4\" fill=\"#1d1b16\" stroke=\"none\" text-anchor=\"middle\">{it}</text>"
        )
    };
    // A hull on the water with what stands on it.
    let hull = |upper: &str| {
        format!(
            "<path d=\"M1.6 5.6h12.4l-1.8 2.4H3.4z\" fill=\"#1d1b16\" stroke=\"none\"/><path d=\"{upper}\"/>"
        )
    };
    let inner = match arm {
        Arm::Infantry => CROSS.to_owned(),
        Arm::Parachute => format!("{CROSS}{WINGS}"),
        Arm::Commando => format!("{CROSS}{}", letter("C")),
        Arm::Ranger => format!("{CROSS}{}", letter("R")),
        Arm::MotorInfantry => format!("{CROSS}{WHEELS}"),
        Arm::ArmouredInfantry => format!("{CROSS}{OVAL}"),
        Arm::MachineGun => "<path d=\"M0 0L15.6 9.2M15.6 0L0 9.2\" stroke-width=\".7\"/><path d=\"M7.8 8V1.6M5.9 3.5l1.9-2 1.9 2M6 8h3.6\"/>".to_owned(),
        Arm::Reconnaissance => SLASH.to_owned(),
        Arm::Engineer => BRIDGE.to_owned(),
        Arm::ArmouredEngineer => format!("{OVAL}<path d=\"M5.2 6V3.6h5.2V6M7.8 3.6V6\" stroke-width=\".9\"/>"),
        Arm::Tank => OVAL.to_owned(),
        Arm::DdTank => format!("{OVAL}<path d=\"M1.6 8q1-1.2 2.1 0t2.1 0 2.1 0 2.1 0 2.1 0 2.1 0\" stroke=\"#1b5a9c\" stroke-width=\".9\"/>"),
        Arm::TankDestroyer => format!("{OVAL}<path d=\"M0 9.2L7.8 2.2L15.6 9.2\" stroke-width=\".9\"/>"),
        Arm::AssaultGun => format!("{OVAL}<path d=\"M5.6 3.4v2.4M5.6 4.6h5.6\"/>"),
        Arm::AntiTank => CHEVRON.to_owned(),
        Arm::AntiAircraft => "<path d=\"M1.8 9.2a6 6.4 0 0 1 12 0\"/>".to_owned(),
        Arm::Mortar => TUBE.to_owned(),
        Arm::LightMortar => "<circle cx=\"7.8\" cy=\"6.4\" r=\"1.2\"/><path d=\"M7.8 5.2V2.4M6.4 3.6l1.4-1.4 1.4 1.4\"/>".to_owned(),
        Arm::Artillery => BALL.to_owned(),
        Arm::SelfPropelledArtillery => format!("{OVAL}<circle cx=\"7.8\" cy=\"4.6\" r=\"1.4\" fill=\"#1d1b16\" stroke=\"none\"/>"),
        Arm::CoastalBattery => format!("{BALL}<path d=\"M2 7.8h11.6M2 7.8V5.6M13.6 7.8V5.6\"/>"),
        Arm::Headquarters => "<rect width=\"15.6\" height=\"2.6\" fill=\"#1d1b16\" stroke=\"none\"/><text x=\"7.8\" y=\"8.2\" font-size=\"5.8\" fill=\"#1d1b16\" stroke=\"none\" text-anchor=\"middle\">HQ</text><path d=\"M0 0V11.4\"/>".to_owned(),
        Arm::Rearguard => "<path d=\"M0 0L15.6 9.2M15.6 0L0 9.2\" stroke-width=\".6\" opacity=\".5\"/><path d=\"M3 6.9a4.8 4.4 0 0 1 9.6 0M4.4 3.2L3 1.6M7.8 2.4V.9M11.2 3.2l1.4-1.6\"/>".to_owned(),
        Arm::Battleship => hull("M4 5.6V3.6h2.6V1.8h2.4v1.8h2.6v2"),
        Arm::Cruiser => hull("M5 5.6V3.4h2V2.2h1.6v1.2h2v2.2"),
        Arm::Destroyer => hull("M6 5.6V3.6h3.6v2"),
        Arm::SupportCraft => hull("M5 5.6V4.4h2.4M7.4 4.4l3-1.6"),
        Arm::RocketCraft => hull("M5 5.6l2-2.8M7.4 5.6l2-2.8M9.8 5.6l2-2.8"),
        Arm::LandingCraft => hull("M12.4 5.6V3.4M4 5.6V4.2h2.2v1.4"),
    };
    format!("<rect width=\"15.6\" height=\"9.2\" fill=\"{box_fill}\"/>{inner}")
}
