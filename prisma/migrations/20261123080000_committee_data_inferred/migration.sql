-- committee_data says `inferred` where the answer rests on inferred seats: the next derivation judges every trade of a member.
INSERT INTO pending_derivations (kind, key) SELECT 'rosters', '' WHERE EXISTS (SELECT FROM politician_trades)
ON CONFLICT (kind, key) DO NOTHING;
