// What an ingestion says while it runs; the command draws a bar or prints lines, tests keep silent.

export interface Progress {
  /** bytes on disk that the run will read */
  start(totalBytes: number): void;
  /** after each batch */
  advance(state: { bytes: number; files: number; records: number; quarantinedFiles: number }): void;
  /** something that the operator has to know */
  say(line: string): void;
  stop(): void;
}

export const silent: Progress = { start() {}, advance() {}, say() {}, stop() {} };
