// A block is one purchase or sale that the filers of an ownership chain report on a form each (src/derive/blocks.ts).
// Every sum counts the first row of a block and leaves out the others. The rules:
// docs/guides/freshness-and-coverage.md, "One block, several filers".

/** SQL condition for rows with the alias `t`: another row stands for it in sums, rankings, clusters and scores. */
export const isRepeat = "(t.same_block_as_id IS NOT NULL)";

/**
 * SQL condition for rows with the alias `t` in the sums of one insider, whose CIK is the SQL `owner`: another form of
 * the same insider has the block too. A block that only others have reported besides counts for each of them, as a form
 * with several owners does.
 */
export const isRepeatFor = (owner: string): string => `(${isRepeat} AND EXISTS (
  SELECT FROM insider_trades e JOIN filing_owners p ON p.accession_number = e.accession_number
  WHERE p.insider_cik = ${owner}
    AND (e.id = t.same_block_as_id OR (e.same_block_as_id = t.same_block_as_id AND e.id < t.id))))`;
