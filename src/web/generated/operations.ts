// Made by `npm run generate` from schema.graphql and src/web/operations.
import type { Operation } from "../frame/api/graphql.ts";

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** how long the old key goes on beside the new one */
export type KeyOverlap =
  | 'DAY'
  | 'NOW'
  | 'WEEK';

export type AccountHomeQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountHomeQuery = { viewer: { plan: { id: string, name: string, perDay: number, perMonth: number, perMinute: number }, requestedPlan: { id: string, name: string } | null, limits: { minute: { limit: number, used: number, remaining: number, resetAt: string }, day: { limit: number, used: number, remaining: number, resetAt: string }, month: { limit: number, used: number, remaining: number, resetAt: string } }, keys: Array<{ id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string }>, usage: Array<{ day: string, route: string, status: number, requests: number }>, firstRequest: { at: string, status: number, milliseconds: number, requestId: string, route: string } | null, lastRequest: { at: string, status: number, milliseconds: number, requestId: string, route: string } | null, errorGroups: Array<{ status: number, route: string, code: string, message: string, requests: number, lastAt: string }> } };

export type AskForRunMutationVariables = Exact<{
  source: string;
  from: string;
  to: string;
}>;


export type AskForRunMutation = { askForRun: { id: string, source: string, from: string, to: string, state: string } };

export type AuditQueryVariables = Exact<{
  page: number;
  pageSize: number;
}>;


export type AuditQuery = { auditLog: { total: number, nodes: Array<{ id: number, at: string, actor: string, action: string, objectType: string, objectId: string, before: unknown, after: unknown }> } };

export type ChoosePlanMutationVariables = Exact<{
  plan: string;
}>;


export type ChoosePlanMutation = { choosePlan: { outcome: string, message: string, plan: { id: string, name: string } } };

export type CreateKeyMutationVariables = Exact<{
  name: string;
}>;


export type CreateKeyMutation = { createKey: { secret: string, key: { id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string } } };

export type DayDocumentsQueryVariables = Exact<{
  source: string;
  from: string;
  to: string;
  state?: string | null | undefined;
  page: number;
  pageSize: number;
}>;


export type DayDocumentsQuery = { coverageDocuments: { total: number, nodes: Array<{ documentId: string, listedOn: string, kind: string, url: string, state: string, reason: string | null, message: string | null, quarantineId: number | null, ignored: boolean, attempts: number, lastError: string | null, retryAt: string | null }> } };

export type ErrorsQueryVariables = Exact<{
  status?: number | null | undefined;
  route?: string | null | undefined;
  code?: string | null | undefined;
  page: number;
  pageSize: number;
}>;


export type ErrorsQuery = { viewer: { errorGroups: Array<{ status: number, route: string, code: string, message: string, requests: number, lastAt: string }>, errors: { total: number, nodes: Array<{ requestId: string, at: string, route: string, status: number, code: string, message: string, keyLastFour: string, parameters: unknown }> } } };

export type GlanceQueryVariables = Exact<{
  minutes: number;
  step: number;
}>;


export type GlanceQuery = { serviceGlance: { requests: number, clientErrors: number, errors: number, refusals: number, cacheHits: number, cacheMisses: number, p50: number | null, p99: number | null, minutes: Array<{ minute: string, requests: number, clientErrors: number, errors: number, refusals: number, cacheHits: number, cacheMisses: number, p50: number | null, p99: number | null }> }, attention: Array<{ kind: string, subject: string | null, count: number | null, at: string | null, detail: string | null }>, dataVersion: { version: string, asOf: string, kind: string } };

export type IngestionQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type IngestionQuery = { watchedSources: Array<string>, coverage: { nodes: Array<{ source: string, newestFiledOn: string | null, lastLookedAt: string | null, behind: boolean | null, days: Array<{ day: string, state: string, listed: number, stored: number, quarantined: number, ignored: number, notFetched: number, storedUnlisted: number, lastLookedAt: string | null, failure: string | null }> }> }, runRequests: Array<{ id: string, source: string, from: string, to: string, askedBy: string, askedAt: string, state: string, notBefore: string, message: string | null, runId: string | null }>, running: { nodes: Array<{ id: string, source: string, arguments: unknown, lives: boolean }> } };

export type KeysQueryVariables = Exact<{ [key: string]: never; }>;


export type KeysQuery = { viewer: { limits: { day: { remaining: number } }, firstRequest: { at: string } | null, lastRequest: { at: string, status: number, milliseconds: number, requestId: string, route: string } | null, keys: Array<{ id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string }> } };

export type PlansQueryVariables = Exact<{ [key: string]: never; }>;


export type PlansQuery = { planChanges: string, plans: Array<{ id: string, name: string, pricePerMonth: string | null, perMinute: number, perDay: number, perMonth: number, commercialUse: boolean }>, viewer: { plan: { id: string, name: string, pricePerMonth: string | null, perMinute: number, perDay: number, perMonth: number, commercialUse: boolean, listed: boolean }, requestedPlan: { id: string, name: string } | null, limits: { day: { used: number }, month: { used: number } } } };

export type RenameKeyMutationVariables = Exact<{
  id: string;
  name: string;
}>;


export type RenameKeyMutation = { renameKey: { id: string, name: string } };

export type RevokeKeyMutationVariables = Exact<{
  id: string;
}>;


export type RevokeKeyMutation = { revokeKey: { id: string, revokedAt: string | null, state: string } };

export type RotateKeyMutationVariables = Exact<{
  id: string;
  overlap: KeyOverlap;
}>;


export type RotateKeyMutation = { rotateKey: { secret: string, key: { id: string, name: string, lastFour: string, createdAt: string, lastUsedAt: string | null, expiresAt: string | null, revokedAt: string | null, allowlist: Array<string>, state: string }, replaced: { id: string, name: string, lastFour: string, expiresAt: string | null } | null } };

export type RunQueryVariables = Exact<{
  id: string;
}>;


export type RunQuery = { watchedSources: Array<string>, ingestionRun: { id: string, source: string, arguments: unknown, status: string, lives: boolean, stopAskedBy: string | null, startedAt: string, finishedAt: string | null, files: number, quarantinedFiles: number, found: number, new: number, unchanged: number, amended: number, quarantinedRecords: number, message: string | null, toDerive: number, progress: { phase: string, listed: number, fetched: number, stored: number, quarantined: number, due: number, secondsLeft: number | null, perSecond: number | null, atLeast: boolean } | null, log: Array<{ at: string, line: string }>, refusals: Array<{ reason: string, count: number }> } };

export type RunsQueryVariables = Exact<{
  source?: string | null | undefined;
  page: number;
  pageSize: number;
}>;


export type RunsQuery = { ingestionRuns: { total: number, nodes: Array<{ id: string, source: string, arguments: unknown, status: string, startedAt: string, finishedAt: string | null, files: number, quarantinedFiles: number, new: number, unchanged: number, amended: number, quarantinedRecords: number, message: string | null }> } };

export type StopRunMutationVariables = Exact<{
  id: string;
}>;


export type StopRunMutation = { stopRun: { id: string, status: string, stopAskedBy: string | null } };

export type UsageQueryVariables = Exact<{
  days: number;
}>;


export type UsageQuery = { viewer: { limits: { minute: { limit: number, used: number, remaining: number, resetAt: string }, day: { limit: number, used: number, remaining: number, resetAt: string }, month: { limit: number, used: number, remaining: number, resetAt: string } }, usage: Array<{ day: string, route: string, status: number, requests: number }> } };

export type WithdrawRunRequestMutationVariables = Exact<{
  id: string;
}>;


export type WithdrawRunRequestMutation = { withdrawRunRequest: boolean };

export const AccountHome: Operation<AccountHomeQuery, AccountHomeQueryVariables> = { name: "AccountHome", hash: "0b8fbf119a93897af37256a7c21169eeba30a7a2134a483a9ff867f5fb986035" };
export const AskForRun: Operation<AskForRunMutation, AskForRunMutationVariables> = { name: "AskForRun", hash: "26607572385b6b19abea44e4eb7e8da00b0f2b18fa96049ed29cf06346600b88" };
export const Audit: Operation<AuditQuery, AuditQueryVariables> = { name: "Audit", hash: "2c763edf7a60b1a66f3000e8487b604c1dc4196806d126233097c82c8bd2b3bc" };
export const ChoosePlan: Operation<ChoosePlanMutation, ChoosePlanMutationVariables> = { name: "ChoosePlan", hash: "7b80067fab555a18039c410bc9d166e48da44549ceb83b451f3f77e0322c3125" };
export const CreateKey: Operation<CreateKeyMutation, CreateKeyMutationVariables> = { name: "CreateKey", hash: "1db5c9c1840fa980128c027a82f4eca27519c5a9a792884f95c9e8674fd34e92" };
export const DayDocuments: Operation<DayDocumentsQuery, DayDocumentsQueryVariables> = { name: "DayDocuments", hash: "996598bb87c670cb47691785b2b3cac7833cd7e4e01b4876a10d2f2746d2cd3c" };
export const Errors: Operation<ErrorsQuery, ErrorsQueryVariables> = { name: "Errors", hash: "dd3755ac1e20425846ce91da451f7c3eb9d720fa86c8cb5a02461b366255e6c9" };
export const Glance: Operation<GlanceQuery, GlanceQueryVariables> = { name: "Glance", hash: "78a4da7823262f965898c61b6ed69412e9199bcc11c47502114d39403e002ef9" };
export const Ingestion: Operation<IngestionQuery, IngestionQueryVariables> = { name: "Ingestion", hash: "bbb91d60ffa4a5b25929f203b011c067da8b4d68a174864636eedffeb88f3345" };
export const Keys: Operation<KeysQuery, KeysQueryVariables> = { name: "Keys", hash: "524972d719af0c9ef2c2d8135735a5a6b4bb0bfff41b197a316dfb54128fa462" };
export const Plans: Operation<PlansQuery, PlansQueryVariables> = { name: "Plans", hash: "fa552a84553b1ca489477e2d88c91c7b79455a29ed8afe3fade43f1fd86f0e04" };
export const RenameKey: Operation<RenameKeyMutation, RenameKeyMutationVariables> = { name: "RenameKey", hash: "d539869d26be69056a128450eea3fca3453272f53029c81b827d0800465a9b3b" };
export const RevokeKey: Operation<RevokeKeyMutation, RevokeKeyMutationVariables> = { name: "RevokeKey", hash: "75c8f76c7ec3dd14c0156dd85ad750b09c3f43b788c7703eed057383955a27f0" };
export const RotateKey: Operation<RotateKeyMutation, RotateKeyMutationVariables> = { name: "RotateKey", hash: "bafc934304c0098714d731101b337448cbb667ea5368d49e216f44cfe50ca636" };
export const Run: Operation<RunQuery, RunQueryVariables> = { name: "Run", hash: "5e508bb346331bb77513e44f32698c80417d5efffe7d31300c057c2aca0ee3ab" };
export const Runs: Operation<RunsQuery, RunsQueryVariables> = { name: "Runs", hash: "37e534ff2f81b312479d043b6c95137c27acb77c4566080ee0cffd4b07d372fd" };
export const StopRun: Operation<StopRunMutation, StopRunMutationVariables> = { name: "StopRun", hash: "4e59725647e356cae638ae26bf584653523f0a9ba3f461238110e56a43ed280f" };
export const Usage: Operation<UsageQuery, UsageQueryVariables> = { name: "Usage", hash: "1bac80d2370c115a94497c3cba21982611cfd860ddba0cb7b2109b6b3deaa90e" };
export const WithdrawRunRequest: Operation<WithdrawRunRequestMutation, WithdrawRunRequestMutationVariables> = { name: "WithdrawRunRequest", hash: "ff2bd7acd189579902f95322564e42d822ebfe18e2afaa002da3b0878976afc5" };
