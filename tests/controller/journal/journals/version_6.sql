-- A journal as version 6 wrote it.
PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE game (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  header TEXT NOT NULL,
  wall_ms INTEGER NOT NULL,
  lines INTEGER NOT NULL,
  plies INTEGER NOT NULL,
  result TEXT,
  chain INTEGER NOT NULL,
  sides INTEGER NOT NULL,
  seal INTEGER NOT NULL
);
CREATE TABLE log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  game INTEGER NOT NULL REFERENCES game (id),
  kind TEXT NOT NULL CHECK (kind IN ('play', 'undo', 'finish')),
  detail TEXT NOT NULL,
  wall_ms INTEGER NOT NULL,
  chain INTEGER NOT NULL
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
CREATE TABLE computer (
  game INTEGER NOT NULL REFERENCES game (id),
  since INTEGER NOT NULL,
  seat TEXT NOT NULL,
  level TEXT NOT NULL,
  PRIMARY KEY (game, since, seat)
);
CREATE TABLE hand (
  game INTEGER NOT NULL REFERENCES game (id),
  deal INTEGER NOT NULL,
  seat TEXT NOT NULL,
  pieces TEXT,
  PRIMARY KEY (game, deal, seat)
);
CREATE TABLE total (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  journal INTEGER NOT NULL,
  version INTEGER NOT NULL,
  commits INTEGER NOT NULL,
  wall_ms INTEGER NOT NULL,
  games INTEGER NOT NULL,
  masks INTEGER NOT NULL,
  seal INTEGER NOT NULL
);
PRAGMA application_id = 2058427922;
PRAGMA user_version = 6;
INSERT INTO game VALUES (1, '{"game":"masterplan","overlap":true}', 1000, 4, 1, '{"winner":null,"reason":"given up"}', 410546183, 3071671044, 779935648);
INSERT INTO game VALUES (2, '{"game":"forma","players":2}', 2000, 1, 1, NULL, 353494787, 3307646324, 143288120);
INSERT INTO log VALUES (1, 1, 'play', 'house d4 ne', 1100, 1896766546);
INSERT INTO log VALUES (2, 1, 'play', 'house e5 sw', 1200, 1338851113);
INSERT INTO log VALUES (3, 1, 'undo', '1', 1300, 1641980144);
INSERT INTO log VALUES (4, 1, 'finish', '{"winner":null,"reason":"given up"}', 1400, 410546183);
INSERT INTO log VALUES (5, 2, 'play', 'place I1 a1', 2100, 353494787);
INSERT INTO mask VALUES (3, 4, 1500);
INSERT INTO clock VALUES (2, 'yellow', 42000);
INSERT INTO computer VALUES (2, 0, 'yellow', 'beginner');
INSERT INTO computer VALUES (2, 1, 'yellow', 'medium');
INSERT INTO hand VALUES (2, 1, 'p2', 'H12 M3');
INSERT INTO total VALUES (1, 1140121391, 6, 10, 2500, 2, 2182790468, 3092944622);
COMMIT;
