// Interfaces of services that resolvers call. src/graph does not import the implementations; they are injected at
// start.
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

/**
 * Changes of accounts and keys. A change is effective in all processes when it resolves, is written into the audit log
 * under `actor`, and rejects with AppError if it is not possible. A key must belong to the account.
 */
export interface AccountsPort {
  limits(accountId: string): Promise<LimitStatus & { fileBytes: ByteStatistics }>;
  createKey(accountId: string, name: string, actor: string): Promise<IssuedKey>;
  renameKey(accountId: string, keyId: string, name: string, actor: string): Promise<void>;
  rotateKey(accountId: string, keyId: string, overlapMs: number, actor: string): Promise<IssuedKey>;
  revokeKey(accountId: string, keyId: string, actor: string): Promise<void>;
  /** `ask`: choosePlan sends a request to the operator; `immediate`: it changes the plan */
  planChanges: "ask" | "immediate";
  choosePlan(
    accountId: string,
    plan: string,
    actor: string,
  ): Promise<{ outcome: "changed" | "asked"; message: string }>;
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

/** The current counter of requests; `redis_away`: PostgreSQL, because Redis is unavailable to this process. */
export interface CountingPort {
  by: "postgresql" | "redis" | "redis_away";
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
  counting?: CountingPort;
}
