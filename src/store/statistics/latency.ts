// Response times as counts by step. The end of each step is that of the previous one times the square root of two, so
// that a quantile read from the counts is off by a fifth at most.

/** milliseconds at which the first step ends */
const first = 0.25;
/** the last step has no end: it begins at 8.2 s */
export const latencySteps = 32;

/** The step of a time in milliseconds, from 0. */
export function latencyStep(milliseconds: number): number {
  if (milliseconds <= first) return 0;
  return Math.min(latencySteps - 1, Math.ceil(2 * Math.log2(milliseconds / first)));
}

const endOf = (step: number) => first * 2 ** (step / 2);

/** The time in milliseconds below which the share `q` (0 to 1) of the counted responses lies; null without any. */
export function latencyQuantile(counts: number[], q: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [step, count] of counts.entries()) {
    if (below + count < q * total || count === 0) {
      below += count;
      continue;
    }
    const begin = step === 0 ? 0 : endOf(step - 1);
    const share = (q * total - below) / count;
    const statistic = begin + (endOf(step) - begin) * share;
    return Math.round(statistic * 100) / 100;
  }
  return null;
}
