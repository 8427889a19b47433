// Services that people's operations reach and the graph does not know: each is bound where the program is put together.

import type { ByteFigures, LimitFigures, RefusedContent } from "../ports.ts";
import type { ExplainedKind, Explanation } from "../provenance/explanation.ts";

export interface RetryOutcome {
  tried: number;
  /** ids of refusals whose file or record went in */
  resolved: number[];
  /** those that stand, and new refusals of the same files */
  refused: { id: number; fileName: string; reason: string; message: string }[];
  /** those whose bytes could not be had */
  unavailable: { id: number; fileName: string; why: string }[];
}

export interface RawExcerpt {
  /** null where no bytes are to be had */
  bytes: number | null;
  /** the beginning: text without control characters, or a hex dump */
  excerpt: string | null;
  /** why there is none */
  missing: string | null;
}

/** Work on what was refused. All of it throws AppError for an unknown id. `actor` is written into the audit log. */
export interface QuarantinePort {
  raw(id: number): Promise<RawExcerpt>;
  content(id: number): Promise<RefusedContent>;
  retry(ids: number[]): Promise<RetryOutcome>;
  ignore(ids: number[], because: string, actor: string): Promise<void>;
  unignore(ids: number[], actor: string): Promise<void>;
  /** Takes a corrected copy, whose bytes were uploaded, in the place of the original, which stays. */
  attach(id: number, copy: { sha256: string; fileName: string }, actor: string): Promise<RetryOutcome>;
}

/** A key that was just made: its id, and the key itself, which cannot be shown again. */
export interface IssuedKey {
  id: string;
  secret: string;
  /** the one that it takes the place of */
  replacedId?: string;
}

/**
 * What is done to accounts and keys. Everything is known to all processes when it resolves, leaves a row in the audit log under
 * `actor`, and rejects with AppError for what is not possible. Ids of keys count among the keys of the account only.
 */
export interface AccountsPort {
  limits(accountId: string): Promise<LimitFigures & { fileBytes: ByteFigures }>;
  createKey(accountId: string, name: string, actor: string): Promise<IssuedKey>;
  renameKey(accountId: string, keyId: string, name: string, actor: string): Promise<void>;
  rotateKey(accountId: string, keyId: string, overlapMs: number, actor: string): Promise<IssuedKey>;
  revokeKey(accountId: string, keyId: string, actor: string): Promise<void>;
  /** what choosePlan does */
  planChanges: "ask" | "immediate";
  choosePlan(
    accountId: string,
    plan: string,
    actor: string,
  ): Promise<{ outcome: "changed" | "asked"; message: string }>;
  setPlan(accountId: string, plan: string, actor: string): Promise<void>;
  changeStatus(accountId: string, change: "approve" | "suspend" | "resume", actor: string): Promise<void>;
  /** a key that works from the addresses and CIDR blocks of `allowlist` only */
  createPartnerKey(accountId: string, name: string, allowlist: string[], actor: string): Promise<IssuedKey>;
  /** A one-time link by which the account's owner sets a password; earlier ones end. Not for administrators. */
  issueResetLink(accountId: string, actor: string): Promise<{ link: string; expiresAt: Date }>;
  /** erases it with its keys, users and usage */
  remove(accountId: string, actor: string): Promise<void>;
}

/** What counts requests now; `redis_away`: PostgreSQL, in the place of a Redis that does not answer this process. */
export interface CountingPort {
  by: "postgresql" | "redis" | "redis_away";
}

/** What administrators do about runs. `actor` is written into the audit log. */
export interface IngestionPort {
  /** the names of all sources */
  sources: readonly string[];
  /** Requests a sync of those days, and returns the request's id. Throws AppError for what is no source or no such days. */
  requestRun(wanted: { source: string; from: string; to: string }, actor: string): Promise<string>;
  withdraw(requestId: string, actor: string): Promise<void>;
  /** Requests that a run ends, if it has not yet. */
  stop(runId: string, actor: string): Promise<void>;
}

interface RawRowsPort {
  /** Reads the raw file of a row again and tells its way; null for an unknown id. */
  explain(id: string, kind: ExplainedKind): Promise<Explanation | null>;
}

export interface Ports {
  rawRows?: RawRowsPort;
  ingestion?: IngestionPort;
  quarantine?: QuarantinePort;
  accounts?: AccountsPort;
  counting?: CountingPort;
}
