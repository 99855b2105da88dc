-- What games were loaded from, once for all of them: a game outlives its module.
CREATE TABLE contents (
    hash  TEXT PRIMARY KEY,             -- the `content` of a header
    files TEXT NOT NULL                 -- kernel::Files as JSON
) STRICT, WITHOUT ROWID;
