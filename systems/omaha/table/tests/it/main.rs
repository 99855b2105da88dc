//! All tests of the table in one program: each of its own would compile the rules again.

mod attack_odds;
mod deck;
mod drawing;
mod hostile;
mod laws;
mod loading;
mod odds;
mod spec;
mod staff;
mod stored;
mod table;
mod tables;
