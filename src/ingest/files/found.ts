// The files that are found in the operator's paths.
import type { InputFile } from "../source.ts";
import type { InputProblem } from "./limits.ts";

/** A file that can be loaded once, before the next one is requested. */
export interface FoundFile {
  file: Omit<InputFile, "read">;
  /** Throws InputProblem if the bytes cannot be read, or are more than `max` (default: the bound of any file). */
  load(max?: number): Promise<Buffer>;
  /** bytes on disk that have been read once this file is loaded: for progress */
  packedBytes: number;
}

/** A file or archive that cannot be read; the walk continues after it. */
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
