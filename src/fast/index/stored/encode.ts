// Turns data of the index into JSON and blocks of bytes, and back: typed arrays, maps and long lists of texts, in any
// nesting. It knows no column, so that a new one is stored without a line here.

/** Bytes that are made when they are written, because texts take time to convert. */
export type Block = () => Uint8Array;

const numbers = { Uint8Array, Uint32Array, Int32Array, Float64Array };
type NumbersName = keyof typeof numbers;
type Numbers = InstanceType<(typeof numbers)[NumbersName]>;

/** `texts`: the blocks of the list's texts as JSON, some thousand texts each; undefined values are left out. */
export type Encoded =
  | { value: string | number | boolean | null }
  | { list: Encoded[] }
  | { map: [string | number, Encoded][] }
  | { fields: Record<string, Encoded> }
  | { numbers: NumbersName; block: number }
  | { texts: number[] };

/** texts of one block: converting them takes a few milliseconds */
const textsOfBlock = 5_000;

const isNumbers = (value: unknown): value is Numbers => ArrayBuffer.isView(value) && value.constructor.name in numbers;
const isText = (value: unknown) => value === null || typeof value === "string";

/** Appends the blocks of the value to `blocks`, which it refers to by number. Throws for what it does not know. */
export function encode(value: unknown, blocks: Block[]): Encoded {
  const add = (block: Block) => blocks.push(block) - 1;
  if (isNumbers(value)) {
    const { buffer, byteOffset, byteLength } = value;
    return {
      numbers: value.constructor.name as NumbersName,
      block: add(() => new Uint8Array(buffer, byteOffset, byteLength)),
    };
  }
  if (Array.isArray(value)) {
    if (!value.every(isText)) return { list: value.map((one) => encode(one, blocks)) };
    const parts = Array.from({ length: Math.ceil(value.length / textsOfBlock) }, (_, part) =>
      value.slice(part * textsOfBlock, (part + 1) * textsOfBlock),
    );
    return { texts: parts.map((part) => add(() => Buffer.from(JSON.stringify(part)))) };
  }
  if (value instanceof Map) return { map: [...value].map(([key, one]) => [key, encode(one, blocks)]) };
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, one]) => one !== undefined);
    return { fields: Object.fromEntries(fields.map(([name, one]) => [name, encode(one, blocks)])) };
  }
  if (isText(value) || typeof value === "number" || typeof value === "boolean") return { value } as Encoded;
  throw new Error(`the index contains a ${typeof value}, which cannot be stored`);
}

/** The value; `bytesOf` returns the bytes of a block, in a buffer of their own. */
export function decode(encoded: Encoded, bytesOf: (block: number) => Uint8Array): unknown {
  if ("value" in encoded) return encoded.value;
  if ("list" in encoded) return encoded.list.map((one) => decode(one, bytesOf));
  if ("map" in encoded) return new Map(encoded.map.map(([key, one]) => [key, decode(one, bytesOf)]));
  if ("fields" in encoded) {
    const fields = Object.entries(encoded.fields);
    return Object.fromEntries(fields.map(([name, one]) => [name, decode(one, bytesOf)]));
  }
  if ("numbers" in encoded) return new numbers[encoded.numbers](bytesOf(encoded.block).buffer as ArrayBuffer);
  return encoded.texts.flatMap((block) => JSON.parse(Buffer.from(bytesOf(block)).toString("utf8")) as string[]);
}
