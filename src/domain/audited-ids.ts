// The ids of what an entry of the audit log is about: its object, and of a mutation the objects that its arguments name
// (src/graph/schema.ts writes them). For the store, which finds their names, and for the page.

interface AuditedEntry {
  objectType: string;
  objectId: string;
  after?: unknown;
}

interface Arguments {
  id?: unknown;
  ids?: unknown[];
  accountId?: unknown;
}

export function auditedIds({ objectType, objectId, after }: AuditedEntry): string[] {
  if (objectType !== "mutation") return [objectId];
  const { id, ids, accountId } = (after as { arguments?: Arguments } | null)?.arguments ?? {};
  return [id ?? accountId, ...(ids ?? [])].filter((one) => one !== undefined && one !== null).map(String);
}
