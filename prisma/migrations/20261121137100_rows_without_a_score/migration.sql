-- A row that the formula does not score has five points whatever else is known. A new row begins with them, so that the derivation
-- need not write the larger part of all rows a second time. The version is that of src/derive/signal.ts; a test holds the two together.
ALTER TABLE "insider_trades" ALTER COLUMN "signal_factors" SET DEFAULT '[{"factor": "base", "points": 5}]',
  ALTER COLUMN "signal_version" SET DEFAULT '2';
