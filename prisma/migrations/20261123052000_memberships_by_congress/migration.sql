-- A committee seat ends with its Congress at the latest, and reaches back to the start of the Congress of its first roster. The next
-- derivation writes the memberships again from the stored rosters, and matches every trade of a member with them.
INSERT INTO pending_derivations (kind, key) SELECT 'memberships', '' WHERE EXISTS (SELECT FROM roster_snapshots)
ON CONFLICT (kind, key) DO NOTHING;
