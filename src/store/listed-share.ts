/**
 * SQL condition for rows with the alias `t`. Only these rows have outcomes, a signal direction and points beyond the
 * base, and can be in a cluster.
 */
export const isListedShare = "t.security_class IN ('common', 'fund')";
