// Audit events as text: actions of the dashboard without their internal names, ids truncated.
import { shortened } from "../../frame/format.ts";

/** characters shown of the id of an object that no longer has a name */
export const shownOfId = 8;
const maxValueLength = 200;
const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** `graphql.revokeAccountKey.failed` -> `revoke account key, failed`; others, e.g. `key.create`, are unchanged. */
export function formatAction(action: string): string {
  const [, name, failed] = /^graphql\.(\w+)(\.failed)?$/.exec(action) ?? [];
  if (!name) return action;
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) + (failed ? ", failed" : "");
}

/** `lastFour: x9Qa`; without the account id, because the object's name already shows the account. */
export function valuesOf(value: unknown): string[] {
  const { arguments: given, ...others } = (value ?? {}) as Record<string, unknown>;
  return Object.entries({ ...others, ...(given as object | undefined) })
    .filter(([name, one]) => one !== null && name !== "accountId")
    .map(
      ([name, one]) =>
        `${name}: ${shortened(
          words(one).replace(uuids, (id) => shortened(id, shownOfId)),
          maxValueLength,
        )}`,
    );
}

function words(value: unknown): string {
  if (Array.isArray(value)) return value.map(words).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
