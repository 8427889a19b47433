-- One row in fifty is superseded: the others need no entry, which each derivation that rewrites them would write again.
DROP INDEX "insider_trades_superseded_by_id_idx";
CREATE INDEX "insider_trades_superseded" ON "insider_trades" ("superseded_by_id") WHERE "superseded_by_id" IS NOT NULL;
