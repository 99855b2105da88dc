//! Named positions have as many distinguishable courses as they had.

use std::path::Path;

use gts_table::Gts;
use gts_table::cases::position;
use testkit::counts::counts;
use testkit::golden::compare;
use testkit::laws::scenarios;

#[test]
fn positions_have_as_many_courses_as_they_had() {
    let mut out = String::from(
        "# Distinguishable courses after 0, 1, 2 … answers. UPDATE_GOLDEN=1 rewrites.\n",
    );
    let named = [
        ("a direct fire", "unit a1 at 0202\nunit b1 at 0302; leader La with a1; leader Lb with b1"),
        ("a move under op fire", "unit a1 at 0202\nunit b1 at 0402 range 3; unit b2 at 0401"),
        ("an assault", "unit a1 at 0202 1 step\nunit b1 at 0302 1 step"),
        (
            "a purchase",
            "phase D.I\nunit a1 at 0202; leader La with a1\nunit b1 at 0505; leader Lb with b1",
        ),
        (
            "a division chit",
            "chit division A opening\nunit a1 at 0202; unit a2 at 0203 suppressed\nunit b1 at 0505",
        ),
    ];
    for (name, text) in named {
        let start = position(text).expect("a position");
        let found: Vec<String> =
            counts(&start, 12, 2_000).iter().map(ToString::to_string).collect();
        out += &format!("{name}: {}\n", found.join(" "));
    }
    for (name, start) in scenarios::<Gts>().expect("what we ship loads") {
        let found: Vec<String> = counts(&start, 8, 1_000).iter().map(ToString::to_string).collect();
        out += &format!("{name}: {}\n", found.join(" "));
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../golden/positions.count");
    if let Err(it) = compare(&file, &out) {
        panic!("{it}\nif the change is meant: cargo xtask golden");
    }
}
