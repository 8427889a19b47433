// Classifies the security of a row, by the reviewed list of patterns in
// prisma/reference/security-classes.csv. All code that reads a title, an asset type or an asset name uses this module.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { packageRoot } from "./package-root.ts";

const securityClasses = [
  "common",
  "preferred",
  "option",
  "warrant",
  "unit",
  "debt",
  "fund",
  "crypto",
  "other",
] as const;
export type SecurityClass = (typeof securityClasses)[number];

const subjects = ["title", "derivative", "asset_type", "symbol", "asset_name", "asset_type_else"] as const;
type Subject = (typeof subjects)[number];

/** The list as reviewed, in its order. */
export const securityPatterns = z
  .array(
    z.object({
      subject: z.enum(subjects),
      pattern: z.string().transform((text) => new RegExp(text, "i")),
      class: z.enum(securityClasses),
      example: z.string().min(1),
    }),
  )
  .parse(
    parse(readFileSync(join(packageRoot, "prisma", "reference", "security-classes.csv"), "utf8"), {
      columns: true,
      comment: "#",
      comment_no_infix: true,
    }),
  );

const classOf = (subject: Subject, text: string): SecurityClass | null =>
  securityPatterns.find((row) => row.subject === subject && row.pattern.test(text))?.class ?? null;

/** characters of a text that patterns are tested on; titles are not longer */
const longest = 300;
const plain = (text: string): string => text.slice(0, longest).replace(/\s+/g, " ").trim();

/** The class of a row of a Form 3, 4 or 5; null where no pattern covers its title. */
export const coveredTitle = (title: string, isDerivative: boolean): SecurityClass | null =>
  classOf(isDerivative ? "derivative" : "title", plain(title));

/** An asset as disclosed by a member of Congress; `symbol` in our spelling, null where there is none. */
interface DisclosedAsset {
  type: string | null;
  name: string;
  symbol: string | null;
}

/** The class of a disclosed asset; null where no pattern covers it. */
export function coveredAsset({ type, name, symbol }: DisclosedAsset): SecurityClass | null {
  const kind = type === null ? "no type" : plain(type);
  return (
    classOf("asset_type", kind) ??
    (symbol === null ? null : classOf("symbol", symbol)) ??
    classOf("asset_name", plain(name)) ??
    classOf("asset_type_else", `${kind}, ${symbol === null ? "without" : "with"} a symbol: ${plain(name)}`)
  );
}

/** As coveredTitle; `other` where no pattern covers the title yet. */
export const titleClass = (title: string, isDerivative: boolean): SecurityClass =>
  coveredTitle(title, isDerivative) ?? "other";

/** As coveredAsset; `other` where no pattern covers the asset yet. */
export const assetClass = (asset: DisclosedAsset): SecurityClass => coveredAsset(asset) ?? "other";
