// Progress reports of an ingestion. The command draws a bar or prints lines; tests print nothing.

export interface Progress {
  /** bytes on disk that the run will read */
  start(totalBytes: number): void;
  /** after each batch */
  advance(state: { bytes: number; files: number; records: number; quarantinedFiles: number }): void;
  /** a message for the operator */
  say(line: string): void;
  stop(): void;
}

export const silent: Progress = { start() {}, advance() {}, say() {}, stop() {} };
