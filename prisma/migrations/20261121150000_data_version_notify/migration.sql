-- Every process hears at once that there is something new to read, and from which version on.
CREATE FUNCTION disclosed_announce_data_version() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('disclosed_data_version', NEW.version::text);
  RETURN NULL;
END
$$;
CREATE TRIGGER data_version_announced AFTER UPDATE ON "data_version"
  FOR EACH ROW EXECUTE FUNCTION disclosed_announce_data_version();
