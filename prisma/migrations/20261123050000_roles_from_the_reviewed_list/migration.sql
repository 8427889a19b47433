-- Version 3 of the signal: roles are read by prisma/reference/officer-roles.csv, the text beside the box "Other" included.
ALTER TABLE "insider_trades" ALTER COLUMN "signal_version" SET DEFAULT '3';

COMMENT ON FUNCTION disclosed_role_points(boolean, boolean, text) IS
  'Called by releases up to version 2 of the signal, which may still be at work during the upgrade; titles are read by src/derive/officer-roles.ts.';

-- The next derivation scores every stored row again.
INSERT INTO pending_derivations (kind, key, from_on) SELECT 'company', cik, NULL FROM companies
ON CONFLICT (kind, key) DO UPDATE SET from_on = NULL;
