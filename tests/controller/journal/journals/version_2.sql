-- A journal as version 2 wrote it.
PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE game (id INTEGER PRIMARY KEY AUTOINCREMENT, header TEXT NOT NULL, wall_ms INTEGER NOT NULL);
CREATE TABLE log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  game INTEGER NOT NULL REFERENCES game (id),
  kind TEXT NOT NULL CHECK (kind IN ('play', 'undo', 'finish')),
  detail TEXT NOT NULL,
  wall_ms INTEGER NOT NULL
);
CREATE INDEX log_by_game ON log (game, id);
CREATE TABLE mask (
  column_ INTEGER NOT NULL, row_ INTEGER NOT NULL, wall_ms INTEGER NOT NULL, PRIMARY KEY (column_, row_)
);
CREATE TABLE clock (
  game INTEGER NOT NULL REFERENCES game (id),
  player TEXT NOT NULL,
  used_ms INTEGER NOT NULL,
  PRIMARY KEY (game, player)
);
PRAGMA application_id = 2058427922;
PRAGMA user_version = 2;
INSERT INTO game VALUES (1, '{"game":"masterplan","overlap":true}', 1000);
INSERT INTO game VALUES (2, '{"game":"forma","players":2}', 2000);
INSERT INTO log VALUES (1, 1, 'play', 'house d4 ne', 1100);
INSERT INTO log VALUES (2, 1, 'play', 'house e5 sw', 1200);
INSERT INTO log VALUES (3, 1, 'undo', '1', 1300);
INSERT INTO log VALUES (4, 1, 'finish', '{"winner":null,"reason":"given up"}', 1400);
INSERT INTO log VALUES (5, 2, 'play', 'place I1 a1', 2100);
INSERT INTO mask VALUES (3, 4, 1500);
INSERT INTO clock VALUES (2, 'yellow', 42000);
COMMIT;
