-- Who copies the data asks for what was modified since the `as_of` of the last answer. So nothing may ever come to light that bears an
-- earlier time: as_of is the beginning of the oldest load or derivation under way when the version advances, and a row is modified when
-- its statement runs, not when its transaction began to wait for its turn.
ALTER TABLE "insider_trades" ALTER COLUMN "last_modified" SET DEFAULT statement_timestamp();
ALTER TABLE "politician_trades" ALTER COLUMN "last_modified" SET DEFAULT statement_timestamp();

-- Loads and derivations hold this lock, or wait for it, from their first statement on.
CREATE FUNCTION disclosed_settled_until() RETURNS timestamptz LANGUAGE sql AS $$
  SELECT least(clock_timestamp(), min(a.xact_start))
  FROM pg_locks l JOIN pg_stat_activity a USING (pid)
  WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid = ((hashtext('disclosed_derive')::bigint >> 32) & 4294967295)::oid
    AND l.objid = (hashtext('disclosed_derive')::bigint & 4294967295)::oid
    AND l.pid <> pg_backend_pid()
$$;

CREATE OR REPLACE FUNCTION disclosed_bump_data_version() RETURNS bigint LANGUAGE sql AS $$
  DELETE FROM list_changes WHERE noted_at < now() - interval '1 day';
  UPDATE data_version SET version = version + 1, as_of = greatest(as_of, disclosed_settled_until()) WHERE id = 1 RETURNING version
$$;
