-- Answers that are values: `of` and `value` are 0 where there is a plan.
ALTER TABLE answers ADD COLUMN plan TEXT;                           -- canonical JSON
ALTER TABLE answers ADD COLUMN ordered INTEGER NOT NULL DEFAULT 0;  -- 1: given by a standing order of the seat
ALTER TABLE undone ADD COLUMN plan TEXT;
ALTER TABLE undone ADD COLUMN ordered INTEGER NOT NULL DEFAULT 0;

-- What seats have sealed for the question now asked. No part of the journal before all are in.
CREATE TABLE sealed (
    game     TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    question TEXT    NOT NULL,
    plan     TEXT    NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- What seats have filled in of the question now asked, and neither sent nor sealed.
CREATE TABLE drafts (
    game     TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    question TEXT    NOT NULL,
    text     TEXT    NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Standing orders of the seats.
CREATE TABLE orders (
    game TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    text TEXT    NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
