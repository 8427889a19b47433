// The memory of an index: the bytes of each of its columns and orders.
import type { IndexData } from "../../../src/fast/index/trade-index.ts";

interface Part {
  name: string;
  bytes: number;
}

/** The bytes of the arrays and texts in a value; an array that is referred to twice counts twice. */
function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value === "string") return value.length;
  if (value instanceof Map) return bytesOf([...value.values()]);
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + bytesOf(one), 0);
}

/** The columns of a list, the largest first. */
export function partsOf(list: IndexData["lists"]["insider_trade"]): Part[] {
  const { ids, days, dayStarts, flags, labels, postings, orders, scanned } = list;
  const parts: Part[] = [
    { name: "ids", bytes: bytesOf(ids) },
    { name: "serving days", bytes: bytesOf([days, dayStarts]) },
    { name: "flags", bytes: bytesOf(flags) },
    { name: "labels", bytes: bytesOf(labels) },
  ];
  for (const [name, { texts, ...posting }] of postings)
    parts.push(
      { name: `posting ${name}`, bytes: bytesOf(posting) },
      { name: `texts of ${name}`, bytes: bytesOf(texts) },
    );
  for (const [name, { keys, starts, texts, upTo, buckets, positions, without }] of orders)
    parts.push(
      { name: `order ${name}: rows`, bytes: bytesOf([positions, without, buckets]) },
      { name: `order ${name}: keys and texts`, bytes: bytesOf([keys, starts, texts]) },
      { name: `order ${name}: bitmaps`, bytes: bytesOf(upTo) },
    );
  for (const [name, column] of scanned) parts.push({ name: `numbers of ${name}`, bytes: bytesOf(column) });
  return parts.sort((a, b) => b.bytes - a.bytes);
}
