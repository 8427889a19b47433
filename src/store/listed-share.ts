/** SQL for rows with the alias `t`: only these carry outcomes, a direction, points beyond the base and a place in a cluster (contract, section 2). */
export const isListedShare = "t.security_class IN ('common', 'fund')";
