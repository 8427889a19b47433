-- committee_data says `issuer_unknown` where the sector of the issuer is not known: the next derivation judges every trade of a member.
INSERT INTO pending_derivations (kind, key) SELECT 'rosters', '' WHERE EXISTS (SELECT FROM politician_trades)
ON CONFLICT (kind, key) DO NOTHING;
