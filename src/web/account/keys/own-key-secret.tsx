// A new key of the user, shown once, while the page waits for its first request.
import { arrivedWith, type IssuedKey, KeySecret } from "../../frame/keys/key-secret.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { Keys } from "../../generated/operations.ts";

export function OwnKeySecret({ issued, onClose }: { issued: IssuedKey; onClose(): void }) {
  const keys = useRead(Keys, {}, { every: (data) => (arrivedWith(data?.viewer, issued.key) ? false : 2_000) });
  return <KeySecret issued={issued} account={keys.data?.viewer} onClose={onClose} />;
}
