-- A footnote that says that its row was traded under a plan counts also where the form's box is not ticked, and one that only says that a
-- plan was adopted, amended or ended no longer does. The next derivation reads the footnotes of the stored filings again.
INSERT INTO pending_derivations (kind, key, from_on) SELECT 'plans', '', NULL WHERE EXISTS (SELECT FROM filings)
ON CONFLICT (kind, key) DO NOTHING;
