// What an event of the audit log says, in words: acts of the dashboard without their inner names, values without whole ids.
import { shortened } from "../../frame/format.ts";

/** of an id that has no name any more */
export const shownOfId = 8;
const longestValue = 200;
const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** `graphql.revokeAccountKey.failed` -> `revoke account key, failed`; `key.create` is said as it is. */
export function actOf(action: string): string {
  const [, name, failed] = /^graphql\.(\w+)(\.failed)?$/.exec(action) ?? [];
  if (!name) return action;
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) + (failed ? ", failed" : "");
}

/** `lastFour: x9Qa`; whose account it was is in the object's name. */
export function valuesOf(value: unknown): string[] {
  const { arguments: given, ...others } = (value ?? {}) as Record<string, unknown>;
  return Object.entries({ ...others, ...(given as object | undefined) })
    .filter(([name, one]) => one !== null && name !== "accountId")
    .map(
      ([name, one]) =>
        `${name}: ${shortened(
          words(one).replace(uuids, (id) => shortened(id, shownOfId)),
          longestValue,
        )}`,
    );
}

function words(value: unknown): string {
  if (Array.isArray(value)) return value.map(words).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
