// Compresses values that wait for the end of a batch or of a run: hundreds of lists would otherwise be in memory as
// objects.
import { deserialize, serialize } from "node:v8";
import { deflateSync, inflateSync } from "node:zlib";

/** A value as deflated bytes. */
export interface Packed<Value> {
  bytes: Buffer;
  /** only for type checking */
  readonly of?: Value;
}

export function pack<Value>(value: Value): Packed<Value> {
  return { bytes: deflateSync(serialize(value), { level: 1 }) };
}

export function unpack<Value>({ bytes }: Packed<Value>): Value {
  return deserialize(inflateSync(bytes)) as Value;
}
