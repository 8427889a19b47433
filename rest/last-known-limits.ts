// The last known figures of recent callers: what the headers of a 503 carry while the quota cannot be read.
import { hash } from "node:crypto";
import type { LimitFigures, Principal } from "./ports.ts";

const mostCallers = 10_000;

/** Remembers figures by key, and finds them again by the caller's Authorization header, of which only a digest is kept. */
export class LastKnownLimits {
  readonly #byKey = new Map<string, { figures: LimitFigures; digest: string }>();
  readonly #keyOf = new Map<string, string>();

  set({ keyId }: Principal, authorization: string | undefined, figures: LimitFigures): void {
    const known = this.#byKey.get(keyId);
    if (known) known.figures = figures;
    else this.#add(keyId, { figures, digest: digestOf(authorization) });
  }

  /** `principal`, where the key could be judged; else the key is found by its header. */
  get(principal: Principal | undefined, authorization: string | undefined): LimitFigures | undefined {
    const keyId = principal?.keyId ?? this.#keyOf.get(digestOf(authorization));
    return keyId === undefined ? undefined : this.#byKey.get(keyId)?.figures;
  }

  /** The oldest entry makes room. */
  #add(keyId: string, known: { figures: LimitFigures; digest: string }): void {
    this.#byKey.set(keyId, known);
    this.#keyOf.set(known.digest, keyId);
    if (this.#byKey.size <= mostCallers) return;
    const [oldest] = this.#byKey;
    if (!oldest) return;
    this.#byKey.delete(oldest[0]);
    this.#keyOf.delete(oldest[1].digest);
  }
}

function digestOf(authorization = ""): string {
  return hash("sha256", authorization, "base64");
}
