-- How many answers a game has, counted where they are written: a list need not count them, and the next number is known.
ALTER TABLE games ADD COLUMN length INTEGER NOT NULL DEFAULT 0;
UPDATE games SET length = (SELECT count(*) FROM answers WHERE game = games.id);

-- Lists come page by page, the latest first.
CREATE INDEX games_by_update ON games (updated DESC, id);
