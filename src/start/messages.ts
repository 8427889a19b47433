// The messages of a start for the person at the terminal, which depend on what the store holds.
import { sourceNames } from "../sources/sources.ts";
import { kindOf } from "../store/sample-data.ts";
import type { Store } from "../store/store.ts";

// What a store holds at the start of the service.

/** The content of the store: nothing (or an interrupted sample), invented records, or real ones. */
type Holding = "empty" | "sample" | "real";

export async function holdingOf(store: Store): Promise<Holding> {
  const kind = await kindOf(store.pool);
  return kind === "filling" ? "empty" : kind;
}

/** the key in plain text; `later`: it is printed when it is written; undefined: there is none */
export type DemoKey = { key: string } | "later" | undefined;

interface Welcome {
  version: string;
  /** base URL that callers see, without /api/v1 */
  publicUrl: string;
  holding: Holding;
  /** printed here and not stored anywhere in plain text */
  demoKey: DemoKey;
}

export function welcome({ version, publicUrl, holding, demoKey }: Welcome): string {
  return [
    "",
    `Disclosed ${version} is ready.`,
    "",
    `  Pages     ${publicUrl.replace(/\/$/, "")}/          (documentation, your own keys)`,
    `  Base URL  ${baseOf(publicUrl)}`,
    ...(demoKey === "later" ? laterLines : demoKey ? keyLines(publicUrl, demoKey.key) : ownKeyLines),
    "",
    ...dataLines[holding],
    "House and Senate disclosures may not be used for commercial purposes other than by news and communications media for",
    "dissemination to the general public, nor for credit rating or solicitation (5 U.S.C. 13107(c)), on any plan.",
    "",
    "Press Ctrl-C to stop.",
    "",
  ].join("\n");
}

/** How an operator creates a key. */
export const ownKeyLines = [
  "  Own key   npx disclosed accounts create --email you@example.com --plan free",
  "            npx disclosed keys create --account you@example.com",
];

const laterLines = ["  Demo key  it follows as soon as the database has stored it"];

const baseOf = (publicUrl: string): string => `${publicUrl.replace(/\/$/, "")}/api/v1`;

/** The demo key, and a request with it. */
export function keyLines(publicUrl: string, key: string): string[] {
  return [
    `  Demo key  ${key}`,
    "            (60 requests per minute, 10,000 per day, until the next start)",
    "",
    `  curl -H "Authorization: Bearer ${key}" "${baseOf(publicUrl)}/trades?pageSize=2"`,
  ];
}

const ingestLines = [
  `  npx disclosed ingest ${sourceNames[0]} <files or folders>       and likewise: ${sourceNames.slice(1).join(", ")}`,
];

const dataLines: Record<Holding, string[]> = {
  sample: [
    "All data are invented samples: no company, person or trade in them exists. The first ingestion of real data removes them:",
    ...ingestLines,
  ],
  empty: ["The store is empty. Load data with", ...ingestLines],
  real: [],
};
