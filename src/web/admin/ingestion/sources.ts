// The sources by the names that people use.

const names: Record<string, string> = {
  form345: "SEC forms 3, 4, 5",
  house: "House reports",
  senate: "Senate reports",
  legislators: "Members",
  prices: "Prices",
  companies: "Companies",
};

/** The sources whose publisher lists documents by day. */
export const dailySources = ["form345", "house", "senate"];

export const sourceNames = Object.keys(names);

export const sourceName = (source: string): string => names[source] ?? source;

/** First and last day of what a run was to bring, where it was a sync. */
export function daysOfRun(runArguments: unknown): { from: string; to: string | null } | null {
  const { command, from, to } = (runArguments ?? {}) as Record<string, unknown>;
  if (command !== "sync" || typeof from !== "string") return null;
  return { from, to: typeof to === "string" ? to : null };
}
