// The state of an API key.

export type KeyState = "active" | "expired" | "revoked";

/** A key that was revoked is revoked, even if it has expired; a key has expired from the instant of its expiry. */
export function keyStateOf({ revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null }): KeyState {
  if (revokedAt) return "revoked";
  return expiresAt && expiresAt.getTime() <= Date.now() ? "expired" : "active";
}
