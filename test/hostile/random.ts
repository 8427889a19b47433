// Random choices that a seed decides: the same seed gives the same corpus on every machine.
import { Chance } from "../../src/ingest/sample/random.ts";

export class Random extends Chance {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}
