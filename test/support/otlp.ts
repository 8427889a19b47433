// A receiver of OTLP over HTTP on loopback: decodes what an exporter posts to /v1/traces, the protobuf of
// opentelemetry.proto.collector.trace.v1, as far as tests need it.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** empty for the first of a trace */
  parentId: string;
  name: string;
  kind: number;
  attributes: Record<string, string | number>;
  isError: boolean;
}

export interface Receiver {
  url: string;
  spans: ReceivedSpan[];
  /** attributes of the sender */
  resource: Record<string, string | number>;
  close(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const spans: ReceivedSpan[] = [];
  const resource: Record<string, string | number> = {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.url === "/v1/traces") decode(Buffer.concat(chunks), spans, resource);
    response.writeHead(request.url === "/v1/traces" ? 200 : 404, { "Content-Type": "application/x-protobuf" }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource,
    close: () => void server.close(),
  };
}

type Fields = Map<number, (Buffer | number)[]>;

/** The fields of one message: bytes where a length precedes them, else the number. */
function fieldsOf(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let offset = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[offset++] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(value);
    }
  };
  while (offset < bytes.length) {
    const tag = varint();
    const width = { 1: 8, 2: -1, 5: 4 }[tag & 7] ?? 0;
    const length = width < 0 ? varint() : width;
    const isNumber = width === 0;
    const value = isNumber ? varint() : bytes.subarray(offset, offset + length);
    if (!isNumber) offset += length;
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

const messages = (fields: Fields, number: number) =>
  (fields.get(number) ?? []).map((bytes) => fieldsOf(bytes as Buffer));
const text = (fields: Fields, number: number) => String(fields.get(number)?.[0] ?? "");
const hex = (fields: Fields, number: number) => (fields.get(number)?.[0] as Buffer | undefined)?.toString("hex") ?? "";

function attributesOf(entries: Fields[]): Record<string, string | number> {
  return Object.fromEntries(
    entries.map((entry) => {
      const [value = new Map() as Fields] = messages(entry, 2);
      return [text(entry, 1), value.has(1) ? text(value, 1) : Number(value.get(3)?.[0] ?? Number.NaN)];
    }),
  );
}

function decode(body: Buffer, spans: ReceivedSpan[], resource: Record<string, string | number>): void {
  for (const group of messages(fieldsOf(body), 1)) {
    for (const sender of messages(group, 1)) Object.assign(resource, attributesOf(messages(sender, 1)));
    for (const span of messages(group, 2).flatMap((scope) => messages(scope, 2)))
      spans.push({
        traceId: hex(span, 1),
        spanId: hex(span, 2),
        parentId: hex(span, 4),
        name: text(span, 5),
        kind: Number(span.get(6)?.[0] ?? 0),
        attributes: attributesOf(messages(span, 9)),
        isError: messages(span, 15).some((status) => status.get(3)?.[0] === 2),
      });
  }
}
