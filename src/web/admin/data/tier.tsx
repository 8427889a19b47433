// A signal's tier as bars and a word.
import classes from "./cells.module.css";

const bars: Record<string, number> = { strong: 4, moderate: 3, weak: 2, noise: 1 };

interface TierProps {
  signal: { tier: string; score: number; direction: string };
}

export function Tier({ signal: { tier, score, direction } }: TierProps) {
  const count = bars[tier] ?? 1;
  return (
    <span className={classes.tier} data-tier={count} title={`${tier} ${direction}, ${score} of 100`}>
      <span aria-hidden="true">{"▮".repeat(count)}</span> {score}
      <span className={classes.hidden}> {tier}</span>
    </span>
  );
}
