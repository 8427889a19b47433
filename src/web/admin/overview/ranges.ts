// The time ranges of the charts and their steps, chosen so that a chart can show all steps.

export interface Range {
  /** value in the URL */
  id: string;
  label: string;
  words: string;
  minutes: number;
  /** minutes */
  step: number;
}

const hour: Range = { id: "60min", label: "60 min", words: "the last 60 minutes", minutes: 60, step: 1 };

export const ranges: Range[] = [
  hour,
  { id: "24h", label: "24 h", words: "the last 24 hours", minutes: 24 * 60, step: 15 },
  { id: "7d", label: "7 d", words: "the last 7 days", minutes: 7 * 24 * 60, step: 120 },
];

export const rangeOf = (id: string | undefined): Range => ranges.find((range) => range.id === id) ?? hour;

/** Each step of the range until `now` (milliseconds), oldest first, with its figures if there are any. */
export function stepsOf<Step extends { minute: string }>(
  { minutes, step }: Range,
  known: Step[],
  now: number,
): { at: string; tick: string; known: Step | undefined }[] {
  const length = step * 60_000;
  const last = Math.floor(now / length) * length;
  const byStart = new Map(known.map((one) => [Date.parse(one.minute), one]));
  const steps = Math.ceil(minutes / step);
  return Array.from({ length: steps }, (_, index) => {
    const start = last - (steps - 1 - index) * length;
    const at = new Date(start).toISOString().slice(0, 16).replace("T", " ");
    return { at, tick: step > 60 ? at.slice(5, 10) : at.slice(11), known: byStart.get(start) };
  });
}
