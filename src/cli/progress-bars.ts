// Bars at the bottom of a terminal, one a line, drawn again as the work advances.
import type { WriteStream } from "node:tty";

const cells = 30;
/** a terminal need not be written to more often */
const millisecondsBetween = 100;

type Out = Pick<WriteStream, "write" | "columns" | "moveCursor" | "cursorTo" | "clearScreenDown">;

export class ProgressBars {
  readonly #out: Out;
  /** key -> text of the line */
  readonly #bars = new Map<string, string>();
  #linesDrawn = 0;
  #drawnAt = 0;

  constructor(out: Out) {
    this.#out = out;
  }

  /** `share`: what is done, from 0 to 1. A line that is longer than the terminal is wide is cut. */
  update(key: string, share: number, words: string): void {
    const filled = Math.round(cells * Math.min(1, Math.max(0, share)));
    this.#bars.set(key, `${"█".repeat(filled)}${"░".repeat(cells - filled)} ${words}`);
    if (Date.now() - this.#drawnAt >= millisecondsBetween) this.#draw();
  }

  /** Writes a line above the bars. */
  say(line: string): void {
    this.#clear();
    this.#out.write(`${line}\n`);
    this.#draw();
  }

  /** Removes the bars. */
  stop(): void {
    this.#clear();
    this.#bars.clear();
  }

  #draw(): void {
    this.#clear();
    this.#drawnAt = Date.now();
    const width = (this.#out.columns || 80) - 1;
    for (const line of this.#bars.values()) this.#out.write(`${line.slice(0, width)}\n`);
    this.#linesDrawn = this.#bars.size;
  }

  #clear(): void {
    if (this.#linesDrawn === 0) return;
    this.#out.moveCursor(0, -this.#linesDrawn);
    this.#out.cursorTo(0);
    this.#out.clearScreenDown();
    this.#linesDrawn = 0;
  }
}
