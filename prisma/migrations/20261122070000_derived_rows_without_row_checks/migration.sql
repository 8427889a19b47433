-- Outcomes and the members of clusters are written by the derivation alone, out of the trades themselves and while no load runs. A foreign
-- key looks up and locks the trade of each of these rows once more, which is half of what ten million outcomes cost. That such a row goes
-- with its trade or its cluster, these triggers see to, a statement at a time.
ALTER TABLE "insider_outcomes" DROP CONSTRAINT "insider_outcomes_trade_id_fkey";
ALTER TABLE "cluster_trades" DROP CONSTRAINT "cluster_trades_trade_id_fkey";
ALTER TABLE "cluster_trades" DROP CONSTRAINT "cluster_trades_cluster_id_fkey";

CREATE FUNCTION disclosed_forget_trades() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM insider_outcomes o USING gone WHERE o.trade_id = gone.id;
  DELETE FROM cluster_trades m USING gone WHERE m.trade_id = gone.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER insider_trades_forgotten AFTER DELETE ON "insider_trades" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_trades();

CREATE FUNCTION disclosed_forget_clusters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM cluster_trades m USING gone WHERE m.cluster_id = gone.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER clusters_forgotten AFTER DELETE ON "clusters" REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_clusters();

-- TRUNCATE knows no rows that go. DELETE and not TRUNCATE, for these tables may be under the same statement.
CREATE FUNCTION disclosed_forget_all_trades() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM insider_outcomes;
  DELETE FROM cluster_trades;
  RETURN NULL;
END
$$;
CREATE TRIGGER insider_trades_forgotten_all AFTER TRUNCATE ON "insider_trades"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_all_trades();

CREATE FUNCTION disclosed_forget_all_clusters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM cluster_trades;
  RETURN NULL;
END
$$;
CREATE TRIGGER clusters_forgotten_all AFTER TRUNCATE ON "clusters"
  FOR EACH STATEMENT EXECUTE FUNCTION disclosed_forget_all_clusters();
