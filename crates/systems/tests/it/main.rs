//! All tests of the registry in one program: each of its own would compile the frames of every system again.

mod cases;
mod charts;
mod golden;
mod shipped;
mod size;
