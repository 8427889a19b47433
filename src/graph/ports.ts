// Interfaces of services that resolvers call. src/graph does not import the implementations; they are injected at
// start.
import type { TitledList } from "../domain/row-titles.ts";
import type { DiskRoom, DiskSpace } from "../lib/disk.ts";
import type { ByteStatistics, LimitStatus } from "../ports/access.ts";
import type { RefusedContent } from "../ports/requests.ts";
import type { ExplainedKind, Explanation } from "../provenance/explanation.ts";

export interface RetryOutcome {
  tried: number;
  /** ids of refusals whose file or record was stored */
  resolved: number[];
  /** refusals that remain, and new refusals of the same files */
  refused: { id: number; fileName: string; reason: string; message: string }[];
  /** refusals whose bytes could not be read */
  unavailable: { id: number; fileName: string; why: string }[];
}

export interface RawExcerpt {
  /** null if there are no bytes */
  bytes: number | null;
  /** the beginning: text without control characters, or a hex dump */
  excerpt: string | null;
  /** why there is none */
  missing: string | null;
}

/**
 * Work on refused files and records. All methods reject with AppError for an unknown id. `actor` is for the audit log.
 */
/** A corrected copy compared with the refusal that it is for. */
export interface CopyPreview {
  /** the question to confirm: the copy's documents and the refused file */
  question: string;
  documents: { documentId: string | null; about: string }[];
  refusedDocument: string | null;
  /** why it cannot be attached */
  problem: string | null;
}

export interface QuarantinePort {
  raw(id: number): Promise<RawExcerpt>;
  content(id: number): Promise<RefusedContent>;
  retry(ids: number[]): Promise<RetryOutcome>;
  ignore(ids: number[], because: string, actor: string): Promise<void>;
  unignore(ids: number[], actor: string): Promise<void>;
  /** What attaching a corrected copy, whose bytes were uploaded, would do. Nothing is stored. */
  previewCopy(id: number, copy: { sha256: string; fileName: string }): Promise<CopyPreview>;
  /** Ingests a corrected copy, whose bytes were uploaded, instead of the original, which remains stored. */
  attach(id: number, copy: { sha256: string; fileName: string }, actor: string): Promise<RetryOutcome>;
}

/**
 * Decisions about undecided rows of amended forms, with what follows for other rows. Rejects with AppError for an unknown
 * row, one that is not undecided, or one that cannot restate the other. `actor` is for the audit log.
 */
export interface AmendmentsPort {
  /** `restates` null: the row adds a trade */
  decide(wanted: { tradeId: string; restates: string | null; actor: string }): Promise<void>;
  reopen(wanted: { tradeId: string; actor: string }): Promise<void>;
}

/** A new key: its id, and the key itself, which cannot be shown again. */
export interface IssuedKey {
  id: string;
  secret: string;
  /** id of the key that it replaces */
  replacedId?: string;
}

/** What an owner decides about a key: no expiry means never, no address any. */
interface KeyTerms {
  name: string;
  expiresAt: Date | null;
  allowlist: string[];
}

/**
 * Changes of accounts and keys. A change is effective in all processes when it resolves, is written into the audit log
 * under `actor`, and rejects with AppError if it is not possible. A key must belong to the account.
 */
export interface AccountsPort {
  limits(accountId: string): Promise<LimitStatus & { fileBytes: ByteStatistics }>;
  createKey(accountId: string, terms: KeyTerms, actor: string): Promise<IssuedKey>;
  editKey(accountId: string, keyId: string, terms: KeyTerms, actor: string): Promise<void>;
  rotateKey(accountId: string, keyId: string, overlapMs: number, actor: string): Promise<IssuedKey>;
  revokeKey(accountId: string, keyId: string, actor: string): Promise<void>;
  /** `ask`: choosePlan sends a request to the operator; `immediate`: it changes the plan */
  planChanges: "ask" | "immediate";
  choosePlan(
    accountId: string,
    plan: string,
    actor: string,
  ): Promise<{ outcome: "changed" | "requested"; message: string }>;
  setPlan(accountId: string, plan: string, actor: string): Promise<void>;
  changeStatus(accountId: string, change: "approve" | "suspend" | "resume", actor: string): Promise<void>;
  /** creates a key that works only from the addresses and CIDR blocks of `allowlist` */
  createPartnerKey(accountId: string, name: string, allowlist: string[], actor: string): Promise<IssuedKey>;
  /**
   * Creates a one-time link for the account's owner to set a password; earlier links expire. Not for administrators.
   */
  issueResetLink(accountId: string, actor: string): Promise<{ link: string; expiresAt: Date }>;
  /** deletes the account with its keys, users and usage */
  remove(accountId: string, actor: string): Promise<void>;
}

/** What an account subscribes to: a list and its filters as a query string, under a name. */
export interface WantedSubscription {
  list: TitledList;
  filters: string;
  name: string;
}

/** The result of one message that was sent at once. */
export interface SentMessage {
  /** `webhook-id` */
  messageId: string;
  /** HTTP status; null where no response came */
  status: number | null;
  /** null: it was delivered */
  error: string | null;
  durationMs: number;
  /** the first 4 kB of the receiver's body */
  response: string | null;
}

/** A subscription of the account; that of another account is not found. */
export interface OwnSubscription {
  accountId: string;
  id: string;
  actor: string;
}

/**
 * Changes of subscriptions. Each is written into the audit log under its actor, and rejects with AppError if it is not
 * possible.
 */
export interface SubscriptionsPort {
  createWebhook(
    owner: { accountId: string; actor: string },
    wanted: WantedSubscription & { url: string; batchSize: number },
  ): Promise<{ id: string; secret: string }>;
  /** Returns the feed's id. */
  createFeed(owner: { accountId: string; actor: string }, wanted: WantedSubscription): Promise<string>;
  /** Returns the id; an address that is not confirmed gets a mail with a link first. */
  createMail(
    owner: { accountId: string; actor: string },
    wanted: WantedSubscription & { address: string; isDaily: boolean },
  ): Promise<string>;
  rename(which: OwnSubscription, name: string): Promise<void>;
  pause(which: OwnSubscription): Promise<void>;
  resume(which: OwnSubscription): Promise<void>;
  dismissMissed(which: OwnSubscription): Promise<void>;
  remove(which: OwnSubscription): Promise<void>;
  /** Returns the new secret. */
  rotateSecret(which: OwnSubscription): Promise<string>;
  renewFeed(which: OwnSubscription): Promise<void>;
  sendTest(which: OwnSubscription): Promise<SentMessage>;
  /** Sends the stored events of a message again, at once. */
  sendAgain(which: OwnSubscription, messageId: string): Promise<SentMessage>;
  /** Delivers the stored events since a data version again, and returns how many there are. */
  replay(which: OwnSubscription, sinceVersion: bigint): Promise<number>;
  /** Any account's, by the operator. */
  disable(id: string, actor: string): Promise<void>;
  enable(id: string, actor: string): Promise<void>;
}

/** The current counter of requests; `redis_away`: PostgreSQL, because Redis is unavailable to this process. */
export interface CountingPort {
  by: "postgresql" | "redis" | "redis_away";
}

/** The process that responds, and the disk of its home. */
export interface MachinePort {
  startedAt: Date;
  disk(): Promise<DiskSpace & { room: DiskRoom }>;
}

/** Administrators' actions on ingestion runs. `actor` is written into the audit log. */
export interface IngestionPort {
  /** the names of all sources */
  sources: readonly string[];
  /**
   * Requests a sync of these days, and returns the request's id. Rejects with AppError for an unknown source or bad
   * days.
   */
  requestRun(wanted: { source: string; from: string; to: string }, actor: string): Promise<string>;
  withdraw(requestId: string, actor: string): Promise<void>;
  /** Requests that a run stops, if it is still running. */
  stop(runId: string, actor: string): Promise<void>;
}

interface RawRowsPort {
  /** Reads the raw file of a row again and explains how the row was derived; null for an unknown id. */
  explain(id: string, kind: ExplainedKind): Promise<Explanation | null>;
}

export interface Ports {
  rawRows?: RawRowsPort;
  ingestion?: IngestionPort;
  quarantine?: QuarantinePort;
  amendments?: AmendmentsPort;
  accounts?: AccountsPort;
  subscriptions?: SubscriptionsPort;
  counting?: CountingPort;
  machine?: MachinePort;
}
