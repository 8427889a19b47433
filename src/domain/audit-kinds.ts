// Kinds of audit events: what the audit page filters by, and the first words of the actions of each kind. An action is
// `<word>.<verb>`, or `graphql.<mutation>` for the mutation itself.

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
