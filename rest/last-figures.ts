// The last known figures of recent callers: what the headers of a 503 carry while the quota cannot be read.
import { hash } from "node:crypto";
import type { LimitFigures } from "./ports.ts";

const mostCallers = 10_000;

/** Remembers figures by the caller's Authorization header, of which only a digest is kept. */
export class LastFigures {
  readonly #known = new Map<string, LimitFigures>();

  set(authorization: string | undefined, figures: LimitFigures): void {
    const key = digest(authorization);
    this.#known.delete(key);
    this.#known.set(key, figures);
    if (this.#known.size <= mostCallers) return;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined) this.#known.delete(oldest);
  }

  get(authorization: string | undefined): LimitFigures | undefined {
    return this.#known.get(digest(authorization));
  }
}

function digest(authorization = ""): string {
  return hash("sha256", authorization, "base64");
}
