// The figure that the chart shows.

const shownKinds = ["requests", "errors", "latency", "cache", "refusals"] as const;

export type Shown = (typeof shownKinds)[number];

export const kindOf = (text: string | undefined): Shown => shownKinds.find((kind) => kind === text) ?? "requests";
