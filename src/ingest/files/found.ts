// What walking the operator's paths finds.
import type { InputFile } from "../source.ts";
import type { InputProblem } from "./limits.ts";

/** A file that can be loaded once, before the next one is requested. */
export interface FoundFile {
  file: Omit<InputFile, "read">;
  /** Throws InputProblem when the bytes cannot be had, or are more than `max` (default: the bound of any file). */
  load(max?: number): Promise<Buffer>;
  /** bytes of the file on disk that are done with when this one is: for progress */
  packedBytes: number;
}

/** A file or archive that cannot be taken; the walk goes on behind it. */
interface FoundProblem {
  file: Omit<InputFile, "read">;
  problem: InputProblem;
}

export type Found = FoundFile | FoundProblem;

/** Bytes to be unpacked: on disk or, inside another archive, in memory. */
export interface Packed {
  path: string;
  name: string;
  size: number;
  bytes: Buffer | null;
}
