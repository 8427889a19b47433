// Audit events in words: `attached corrected.txt to 0001814521-23-000008: stored`. Each action has a sentence without its
// actor, in which {} stands for the object.
import { shortened } from "../../frame/format.ts";

interface Act {
  action: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

type Sentence = string | ((act: Act) => string);

const maxLength = 120;
/** A value from outside, without the mark of the object. */
const text = (value: unknown): string =>
  value === null || value === undefined ? "?" : shortened(String(value).replaceAll("{}", "{ }"), maxLength);

const acts: Record<string, Sentence> = {
  "account.create": ({ after }) => `created account {} on plan ${text(after.plan)}`,
  "account.sign_up": "signed up as {}",
  "account.request_plan": ({ after }) => `requested plan ${text(after.plan)} for {}`,
  "account.set_plan": ({ before, after }) => `changed the plan of {} from ${text(before.plan)} to ${text(after.plan)}`,
  "account.approve": "approved account {}",
  "account.suspend": "suspended account {}",
  "account.resume": "resumed account {}",
  "account.remove": "closed account {}",
  "key.create": "created key {}",
  "key.edit": ({ before, after }) =>
    before.name === after.name
      ? "changed the expiry or the allowlist of key {}"
      : `renamed key {} from “${text(before.name)}” to “${text(after.name)}”`,
  "key.rotate": ({ after }) =>
    `rotated key {}; the old one expires ${text(after.expiresAt).slice(0, 16).replace("T", " ")} UTC`,
  "key.revoke": "revoked key {}",
  "user.verify_email": "verified the e-mail address of {}",
  "user.reset_link": "issued a password link for {}",
  "user.reset_password": "set a new password for {}",
  "user.change_password": "changed the password of {}",
  "user.end_session": "ended a session of {}",
  "user.end_other_sessions": "ended the other sessions of {}",
  "user.enable_second_factor": "turned on the second factor of {}",
  "user.disable_second_factor": "turned off the second factor of {}",
  "user.use_backup_code": "signed in to {} with a backup code",
  "user.reset_second_factor": "reset the second factor of {}",
  "user.export_data": "exported the data of {}",
  "admin.create": "issued an administrator's link for {}",
  "admin.remove": "removed administrator {}",
  "admin.sign_in": "signed in to the operator's pages",
  "quarantine.attach": ({ after }) =>
    `attached ${text(after.fileName)} to {}${after.result ? `: ${text(after.result)}` : ""}`,
  "quarantine.ignore": ({ after }) => `ignored {}: ${text(after.because)}`,
  "quarantine.unignore": "reopened {}",
  "run.ask": "requested a run of {}",
  "run.withdraw": "withdrew the requested run of {}",
  "run.stop": "stopped the run of {}",
  "amendment.decide": ({ after }) =>
    after.restates
      ? `decided that trade {} restates trade ${text(after.restates)}`
      : "decided that trade {} is a new trade",
  "amendment.reopen": "reopened the decision about trade {}",
  "graphql.retryQuarantine": "retried {}",
  "graphql.retryQuarantineGroup": ({ after }) => {
    const { source, reason } = argumentsOf(after);
    return `retried the filings of ${text(source)} refused as ${text(reason)}`;
  },
  "graphql.sendTestEvent": "sent a test event to {}",
  "graphql.sendMessageAgain": "sent a message again to {}",
};

/** What is done to a webhook, a feed or a mail subscription, which the object names. */
const subscriptionActs: Record<string, Sentence> = {
  create: "created {}",
  delete: "deleted {}",
  revoke: "deleted {}",
  disable: "disabled {}",
  enable: "enabled {}",
  pause: "paused {}",
  resume: "resumed {}",
  rename: ({ after }) => `renamed {} to “${text(after.name)}”`,
  renew: "renewed the address of {}",
  rotate: "rotated the secret of {}",
  replay: "sent stored events again to {}",
  dismiss_missed: "dismissed the missed events of {}",
  confirm: "confirmed {}",
  unsubscribe: "unsubscribed {}",
};

const channels = ["webhook", "feed", "mail"];

const argumentsOf = (after: Record<string, unknown>): Record<string, unknown> =>
  (after.arguments ?? {}) as Record<string, unknown>;

/** The event in words, with {} for the object. An action without words of its own is spelled from its name. */
export function sentenceOf(act: Act): string {
  const [first = "", verb = ""] = act.action.split(".");
  const sentence = acts[act.action] ?? (channels.includes(first) ? subscriptionActs[verb] : undefined);
  if (typeof sentence === "string") return sentence;
  return sentence?.(act) ?? spelled(act);
}

/** `graphql.revokeAccountKey.failed` -> `tried to revoke account key {}: not found`. */
function spelled({ action, after }: Act): string {
  const [, name, failed] = /^graphql\.(\w+)(\.failed)?$/.exec(action) ?? [];
  if (!name) return `${action} {}`;
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return failed ? `tried to ${words} {}: ${text(after.error).replaceAll("_", " ")}` : `started to ${words} {}`;
}
