// A response as bytes that are shared by all callers: everything except the request id and the URL of the next page,
// which repeats the caller's own URL. These two are appended to each copy, compressed or not.
import { createHash } from "node:crypto";
import { constants, crc32, deflateRawSync } from "node:zlib";
import { weakTag } from "../../src/lib/http-headers.ts";
import type { Envelope } from "../envelope.ts";

/** `tag` identifies data and pagination; `head` is the JSON up to the part that differs between requests. */
export interface SerializedResponse {
  tag: string;
  head: Buffer;
  /** only of a list */
  page?: PageText;
  /** computed at its first use */
  packed?: PackedHead;
  /** the data version that it was computed from */
  version?: string | undefined;
  /**
   * of a response about the service itself, which changes without a new data version: Unix seconds when its computation
   * began. It reflects nothing that happened later
   */
  madeAt?: number | undefined;
}

interface PageText {
  /** the JSON of its pagination up to `next` */
  pagination: string;
  /** how the URL of the next page ends; null if there is none */
  endOfNext: string | null;
}

/** The part of the body that differs between requests. */
export interface Own {
  requestId: string;
  /** how the URL of the next page begins (rest/envelope.ts) */
  next: string;
}

interface PackedHead {
  /** a gzip header and the deflated head, ended at a byte */
  bytes: Buffer;
  crc: number;
}

/** below this many bytes compression costs more than it saves */
const worthPacking = 1024;

/** A response whose rows are serialised already. */
export interface RenderedResponse extends Omit<Envelope, "data"> {
  /** of a list its rows, else the one row */
  data: { rows: readonly Buffer[] } | { row: Buffer };
}

/**
 * Serialises a response once. The tag is weak, because the request id and the URL of the next page differ between
 * responses; it is the same for all accounts.
 */
export function serialized({ data, ...around }: Envelope): SerializedResponse {
  return joined({ data: { row: Buffer.from(JSON.stringify(data)) }, ...around });
}

/** The same bytes, put together from rows that are serialised. */
export function joined({ data, pagination, meta, endOfNext = null }: RenderedResponse): SerializedResponse {
  const pageJson = pagination && JSON.stringify(pagination);
  const pieces = "row" in data ? [beforeData, data.row] : [beforeData, opening, ...between(data.rows), closing];
  if (meta) pieces.push(Buffer.from(`,"meta":${JSON.stringify(meta)}`));
  const head = Buffer.concat(pieces);
  const end = head.length - (meta ? (pieces.at(-1)?.length ?? 0) : 0);
  const digest = createHash("sha256")
    .update("[")
    .update(head.subarray(beforeData.length, end))
    .update(`,${pageJson ?? "null"}]`)
    .digest("base64url");
  return {
    tag: weakTag(digest),
    head,
    ...(pageJson && { page: { pagination: `,"pagination":${pageJson.slice(0, -1)},"next":`, endOfNext } }),
  };
}

const [beforeData, opening, comma, closing] = ['{"data":', "[", ",", "]"].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];

const between = (rows: readonly Buffer[]): Buffer[] => rows.flatMap((row, at) => (at === 0 ? [row] : [comma, row]));

/** A body in two pieces, so that cached bytes are sent without a copy. */
export type Body = [cached: Buffer, own: Buffer];

/** The whole body for one request. */
export function plainBody(response: SerializedResponse, own: Own): Body {
  return [response.head, tail(response, own)];
}

/**
 * The same body as gzip (RFC 1952): the compressed head, then the part of this request in a stored block. null for a
 * body that is too small to compress.
 */
export function gzipBody(response: SerializedResponse, own: Own): Body | null {
  if (response.head.length < worthPacking) return null;
  response.packed ??= pack(response.head);
  const { bytes, crc } = response.packed;
  const last = tail(response, own);
  // the final block (1), type stored (00), length and its complement: RFC 1951, section 3.2.4
  const frame = Buffer.alloc(5 + last.length + 8);
  frame.writeUInt8(1, 0);
  frame.writeUInt16LE(last.length, 1);
  frame.writeUInt16LE(~last.length & 0xffff, 3);
  last.copy(frame, 5);
  frame.writeUInt32LE(crc32(last, crc), 5 + last.length);
  frame.writeUInt32LE((response.head.length + last.length) >>> 0, 9 + last.length);
  return [bytes, frame];
}

/** Bytes that a response occupies in a cache. */
export function sizeOf({ head, packed }: SerializedResponse): number {
  return head.length + (packed?.bytes.length ?? head.length >> 2) + 200;
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

function pack(head: Buffer): PackedHead {
  const deflated = deflateRawSync(head, { finishFlush: constants.Z_SYNC_FLUSH });
  return { bytes: Buffer.concat([gzipHeader, deflated]), crc: crc32(head) };
}

/** Neither a request id (src/http/requests.ts) nor the URL contains characters that JSON has to escape. */
function tail({ page }: SerializedResponse, { requestId, next }: Own): Buffer {
  return Buffer.from(`${page ? pageText(page, next) : ""},"requestId":"${requestId}"}`, "latin1");
}

const pageText = ({ pagination, endOfNext }: PageText, next: string): string =>
  `${pagination}${endOfNext === null ? "null" : `"${next}${endOfNext}"`}}`;
