-- A game is its journal: what was set up, then one row an answer.
CREATE TABLE games (
    id      TEXT    PRIMARY KEY,
    title   TEXT    NOT NULL,
    header  TEXT    NOT NULL,           -- kernel::Header as JSON
    seed    TEXT    NOT NULL,           -- 64 hexadecimal digits, secret until the game is over
    status  TEXT    NOT NULL,           -- store::Status as JSON: what the list of games shows
    parent  TEXT,                       -- the game this one was forked from
    created INTEGER NOT NULL,           -- milliseconds since 1970
    updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The primary key is what makes two writers safe: only one of them gets number n.
CREATE TABLE answers (
    game  TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    n     INTEGER NOT NULL,
    kind  INTEGER NOT NULL,             -- 0 thrown, 1 decided, 2 decided in secret
    seat  INTEGER NOT NULL,
    tag   INTEGER NOT NULL,
    of    INTEGER NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

-- What was taken back, so that nothing acknowledged is ever lost silently. `turn` counts the take-backs of a game.
CREATE TABLE undone (
    game  TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    turn  INTEGER NOT NULL,
    n     INTEGER NOT NULL,
    kind  INTEGER NOT NULL,
    seat  INTEGER NOT NULL,
    tag   INTEGER NOT NULL,
    of    INTEGER NOT NULL,
    value INTEGER NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (game, turn, n)
) STRICT, WITHOUT ROWID;

-- Digests of the tokens in invite links; empty on a table nobody else can reach.
CREATE TABLE invites (
    game   TEXT    NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat   INTEGER NOT NULL,
    digest BLOB    NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
