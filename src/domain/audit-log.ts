// What the audit log's store and page share: the kinds of events, and the ids of what an entry is about. An action is
// `<word>.<verb>`, or `graphql.<mutation>` for the mutation itself, whose arguments src/graph/schema.ts writes.

interface AuditKind {
  label: string;
  /** `key` of `key.create` */
  words: readonly string[];
  /** mutations without a second row, which has one of those words */
  mutations?: readonly string[];
}

export const auditKinds: Readonly<Record<string, AuditKind>> = {
  accounts: { label: "Accounts and plans", words: ["account"] },
  keys: { label: "Keys", words: ["key"] },
  sign_in: { label: "Sign-in and administrators", words: ["user", "admin"] },
  subscriptions: {
    label: "Webhooks, feeds and mail",
    words: ["webhook", "feed", "mail"],
    mutations: ["sendMessageAgain", "sendTestEvent"],
  },
  runs: { label: "Ingestion runs", words: ["run"] },
  quarantine: {
    label: "Quarantine",
    words: ["quarantine"],
    mutations: ["retryQuarantine", "retryQuarantineGroup"],
  },
  amendments: { label: "Amendments", words: ["amendment"] },
};

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
