// The last known limits of recent callers, for the headers of a 503 while the quota cannot be read.
import { hash } from "node:crypto";
import type { LimitStatus, Principal } from "../src/ports/access.ts";

const maxCallers = 10_000;

/** Stores limits by key, and finds them by the caller's Authorization header, of which only a digest is stored. */
export class LastKnownLimits {
  readonly #byKey = new Map<string, { limitStatus: LimitStatus; digest: string }>();
  readonly #keyOf = new Map<string, string>();

  set({ keyId }: Principal, authorization: string | undefined, limitStatus: LimitStatus): void {
    const known = this.#byKey.get(keyId);
    if (known) known.limitStatus = limitStatus;
    else this.#add(keyId, { limitStatus, digest: digestOf(authorization) });
  }

  /** By `principal`, if the key could be checked, else by the header. */
  get(principal: Principal | undefined, authorization: string | undefined): LimitStatus | undefined {
    const keyId = principal?.keyId ?? this.#keyOf.get(digestOf(authorization));
    return keyId === undefined ? undefined : this.#byKey.get(keyId)?.limitStatus;
  }

  /** Evicts the oldest entry. */
  #add(keyId: string, known: { limitStatus: LimitStatus; digest: string }): void {
    this.#byKey.set(keyId, known);
    this.#keyOf.set(known.digest, keyId);
    if (this.#byKey.size <= maxCallers) return;
    const [oldest] = this.#byKey;
    if (!oldest) return;
    this.#byKey.delete(oldest[0]);
    this.#keyOf.delete(oldest[1].digest);
  }
}

function digestOf(authorization = ""): string {
  return hash("sha256", authorization, "base64");
}
