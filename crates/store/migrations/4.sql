-- What people at a table say to each other.
CREATE TABLE said (
    game TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    n    INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT    NOT NULL,
    at   INTEGER NOT NULL,              -- milliseconds since 1970
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

-- What a seat notes for itself.
CREATE TABLE notes (
    game TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    text TEXT    NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
