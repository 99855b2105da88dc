//! All tests of the table in one program: each of its own would compile the rules again.

mod air;
mod assault_odds;
mod counts;
mod drawing;
mod hostile;
mod landing;
mod laws;
mod loading;
mod naval;
mod odds;
mod orders;
mod staff;
mod staff_arms;
mod stored;
mod table;
mod tables;
