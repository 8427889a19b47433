/**
 * SQL condition for rows with the alias `t`, never null. Only these rows have outcomes, a signal direction and points
 * beyond the base, and can be in a cluster.
 */
export const isListedShare = "(t.security_class IN ('common', 'fund')) IS TRUE";

/** SQL condition for rows with the alias `t`: no reviewed pattern covers the title or the asset. */
export const isNotJudged = "t.security_class IS NULL";
