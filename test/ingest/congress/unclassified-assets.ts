import { cleanSymbol } from "../../../src/domain/identifiers.ts";
import { assetClass } from "../../../src/domain/security-class.ts";
import type { PtrReport } from "../../../src/ingest/congress/record.ts";

/** The number of distinct assets of the reports, and those that no pattern of the reviewed list covers. */
export function unclassifiedAssets(reports: Iterable<PtrReport>) {
  const assets = new Map<string, Parameters<typeof assetClass>[0]>();
  for (const { transactions } of reports)
    for (const { assetType: type, assetName: name, tickerAsFiled: symbolAsFiled } of transactions) {
      const asset = { type, name, symbol: cleanSymbol(symbolAsFiled), symbolAsFiled };
      assets.set(JSON.stringify(asset), asset);
    }
  return { found: assets.size, uncovered: [...assets.values()].filter((asset) => assetClass(asset) === null) };
}
