// Requests of the fair-share run: every route, persisted operation and page of the service, with values that make it
// compute a response and do not break what other requests need.
import { isNonNullType } from "graphql";
import { loadRoutes } from "../../rest/all-routes.ts";
import { pathParameters, type Route } from "../../rest/define-route.ts";
import { readBuilt } from "../../src/pages/built.ts";
import { createPages } from "../../src/pages/pages.ts";
import type { TestStore } from "../support/database.ts";
import { persistedOperations, type Variables, validVariables } from "../support/operations.ts";
import { seedAccountId } from "../support/seed.ts";
import type { RequestTemplate } from "./fill-in.ts";

/** A caller: the headers of their requests, and ids of rows of their account. */
export interface Party {
  /** headers with their API key */
  withKey: Record<string, string>;
  /** headers with the cookie of their session */
  signedIn: Record<string, string>;
  /** headers with neither */
  anonymous: Record<string, string>;
  keyId: string;
  accountId: string;
  feedId: string;
  webhookId: string;
}

/** A kind of request that both callers send. */
export interface Target {
  name: string;
  /** expected statuses; the error code in a GraphQL response counts as its status */
  statuses: (number | string)[];
  template: (party: Party) => RequestTemplate;
  /** what the attacker sends, if it is not the same */
  attackTemplate?: (party: Party) => RequestTemplate;
  /** of the attacker; 60 by default */
  connections?: number;
  /** SQL that inserts the rows which the requests of a caller with these numbers remove */
  rows?: (first: number, count: number, party: Party) => string;
}

/** Ids of rows of the store. */
type Ids = Record<
  "tradeId" | "politicianTradeId" | "cik" | "companyCik" | "bioguideId" | "runId" | "clusterId" | "code",
  string
> & { quarantineId: number };

export async function readIds({ pool }: TestStore): Promise<Ids> {
  const { rows } = await pool.query<Ids>(
    `SELECT (SELECT min(id)::text FROM insider_trades) AS "tradeId", (SELECT min(id)::text FROM politician_trades) AS "politicianTradeId",
       (SELECT min(cik) FROM insiders) AS cik, (SELECT min(cik) FROM companies) AS "companyCik",
       (SELECT min(bioguide_id) FROM politicians) AS "bioguideId", (SELECT min(id::text) FROM ingestion_runs) AS "runId",
       (SELECT min(id)::text FROM clusters) AS "clusterId", (SELECT min(code) FROM committees) AS code,
       (SELECT min(id) FROM quarantine) AS "quarantineId"`,
  );
  return rows[0] as Ids;
}

export async function listTargets(ids: Ids): Promise<Target[]> {
  const routes = await loadRoutes();
  return [...routes.flatMap((route) => routeTargets(route, ids)), ...operationTargets(ids), ...pageTargets()];
}

/** A route with existing rows and, if its path names one, with one that does not exist. */
function routeTargets(route: Route, ids: Ids): Target[] {
  const names = pathParameters(route.path);
  const { bioguideId } = ids;
  const known = {
    cik: ids.cik,
    cikOrTicker: ids.companyCik,
    bioguideId,
    id: route.path.startsWith("/politician-trades") ? ids.politicianTradeId : ids.tradeId,
  };
  const unknown: Record<string, string> = { id: "9{n}", cik: "9{n}", cikOrTicker: "9{n}", bioguideId: "{member}" };
  const template =
    (values: Record<string, string>) =>
    ({ withKey }: Party): RequestTemplate => ({ path: restPath(route, values), headers: withKey });
  return [
    { name: route.path, statuses: [200], template: template(known) },
    ...(names.length > 0 ? [{ name: `${route.path} of none`, statuses: [404], template: template(unknown) }] : []),
  ];
}

/** A path with the parameters that the route needs, and a page that was not requested before. */
function restPath({ path, params }: Route, values: Record<string, string>): string {
  const filledPath = pathParameters(path).reduce((text, name) => text.replace(`{${name}}`, values[name] ?? "1"), path);
  const query = [
    ...("page" in params ? ["page={n}", "pageSize=100"] : []),
    ...("include" in params ? ["include=outcomes"] : []),
    ...("from" in params ? ["from=2023-06-01", "to=2023-08-31"] : []),
    ...(path === "/symbols" ? ["q=a{n}"] : []),
    ...("by" in params ? ["by=company,month"] : []),
  ];
  return `/api/v1${filledPath}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

/** Variables that `validVariables` cannot know, such as ids of rows. */
const ownVariables = (ids: Ids, { keyId, feedId, webhookId }: Party): Record<string, Variables> => {
  const day = { source: "house", from: "{day}", to: "{day}" };
  const quarantined = { ids: [ids.quarantineId], id: ids.quarantineId };
  const key = { id: keyId };
  const feed = { id: feedId };
  const webhook = { id: webhookId };
  const added = { filters: "", name: "subscription {n}" };
  return {
    Trade: { id: ids.tradeId },
    GetTrade: { id: ids.tradeId },
    PoliticianTrade: { id: ids.politicianTradeId },
    GetPoliticianTrade: { id: ids.politicianTradeId },
    ClusterPage: { id: ids.clusterId },
    CompanyPage: { cik: ids.companyCik },
    CompanyInsiders: { cik: ids.companyCik },
    InsiderPage: { cik: ids.cik },
    GetInsider: { cik: ids.cik },
    GetTrackRecord: { cik: ids.cik },
    PoliticianPage: { id: ids.bioguideId },
    MemberPrices: { id: ids.bioguideId, ticker: "AAPL" },
    GetPolitician: { bioguideId: ids.bioguideId },
    GetPoliticianPerformance: { bioguideId: ids.bioguideId },
    CommitteePage: { code: ids.code },
    CommitteeTrades: { code: ids.code },
    Run: { id: ids.runId },
    StopRun: { id: ids.runId },
    RequestRun: day,
    WithdrawRunRequest: { id: "{uuid}" },
    RemoveAccount: { id: "{uuid}" },
    Ingestion: { from: "2024-06-01", to: "2024-06-30" },
    DayDocuments: { source: "form345", from: "2024-06-21", to: "2024-06-21" },
    GetCoverage: { source: "form345", from: "2024-06-01", to: "2024-06-30" },
    QuarantineItem: { id: ids.quarantineId },
    RetryQuarantine: quarantined,
    RetryQuarantineGroup: { source: "form345", reason: "not_xml" },
    IgnoreQuarantine: { ...quarantined, because: "a trial" },
    UnignoreQuarantine: quarantined,
    AttachCorrectedCopy: { id: ids.quarantineId, sha256: "a".repeat(64), fileName: "corrected.xml" },
    PreviewCorrectedCopy: { id: ids.quarantineId, sha256: "a".repeat(64), fileName: "corrected.xml" },
    DecideAmendment: { tradeId: ids.tradeId, restates: null },
    ReopenAmendment: { tradeId: ids.tradeId },
    ChangeAccountStatus: { id: seedAccountId, change: "RESUME" },
    SetAccountPlan: { id: seedAccountId, plan: "pro" },
    IssueResetLink: { accountId: seedAccountId },
    CreatePartnerKey: { accountId: seedAccountId, name: "partner {n}", allowlist: ["192.0.2.0/24"] },
    AccountAudit: { accountId: seedAccountId },
    ChoosePlan: { plan: "pro" },
    CreateKey: { name: "key {n}", allowlist: [] },
    EditKey: { ...key, name: "key {n}", allowlist: [] },
    RotateKey: key,
    RevokeKey: key,
    RevokeAccountKey: key,
    CreateFeed: added,
    CreateWebhook: { ...added, url: "https://example.org/{n}" },
    CreateMail: { ...added, address: "reader-{n}@example.org" },
    RenameSubscription: { ...feed, name: "subscription {n}" },
    PauseSubscription: feed,
    ResumeSubscription: feed,
    DisableSubscription: feed,
    EnableSubscription: feed,
    DismissMissedEvents: feed,
    RenewFeedAddress: feed,
    DeleteSubscription: { id: "{uuid}" },
    RotateWebhookSecret: webhook,
    ReplayEvents: webhook,
    SendTestEvent: webhook,
    SendMessageAgain: webhook,
    Symbols: { q: "a{n}" },
    ListSymbols: { q: "a{n}" },
    Overview: { minutes: 60, step: 60 },
  };
};

const numbered = "('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid";
const rowsFor: Record<string, Target["rows"]> = {
  RemoveAccount: (first, count) =>
    `INSERT INTO accounts (id, email, plan_id)
     SELECT ${numbered}, 'made-' || n || '@example.test', 'pro' FROM generate_series(${first}, ${first + count - 1}) n`,
  WithdrawRunRequest: (first, count) =>
    `INSERT INTO run_requests (id, source, from_on, to_on, requested_by)
     SELECT ${numbered}, 'house', '2024-01-01', '2024-01-02', 'tests' FROM generate_series(${first}, ${first + count - 1}) n`,
  DeleteSubscription: (first, count, { accountId }) =>
    `INSERT INTO subscriptions (id, account_id, list, channel, token)
     SELECT ${numbered}, '${accountId}', 'trades', 'feed', 'made-' || n FROM generate_series(${first}, ${first + count - 1}) n`,
};

/**
 * Operations that may be refused, with the code: for a row that is not ignored, bytes that were not uploaded, a key
 * that was revoked before, a trade without an undecided amendment, a subscription that the plan does not include,
 * events of a version that are not stored, a message that was never sent.
 */
const refusals: Record<string, string> = {
  UnignoreQuarantine: "bad_request",
  AttachCorrectedCopy: "bad_request",
  PreviewCorrectedCopy: "bad_request",
  RotateKey: "bad_request",
  EditKey: "bad_request",
  DecideAmendment: "bad_request",
  ReopenAmendment: "bad_request",
  CreateFeed: "bad_request",
  CreateWebhook: "bad_request",
  CreateMail: "bad_request",
  ReplayEvents: "bad_request",
  SendMessageAgain: "not_found",
};

function operationTargets(ids: Ids): Target[] {
  return persistedOperations.map(({ name, hash, variables }) => ({
    name: `operation ${name}`,
    statuses: [200, ...(refusals[name] ? [refusals[name]] : [])],
    ...(rowsFor[name] && { rows: rowsFor[name] }),
    template(party) {
      const generated = validVariables(variables.filter(([, type]) => isNonNullType(type)));
      const values: Variables = {
        ...generated,
        ...("page" in generated && { page: "{n}" }),
        ...("pageSize" in generated && { pageSize: 25 }),
        ...ownVariables(ids, party)[name],
      };
      const known = Object.fromEntries(variables.map(([variable]) => [variable, values[variable]]));
      const persistedQuery = { version: 1, sha256Hash: hash };
      return {
        path: "/graphql",
        method: "POST",
        headers: party.signedIn,
        body: JSON.stringify({ extensions: { persistedQuery }, variables: known }),
      };
    },
  }));
}

function pageTargets(): Target[] {
  const facts = async () => ({ plans: [], rows: null, isSample: false, samples: { parameters: {} } });
  const status = async () => ({
    isSample: false,
    asOf: "2026-01-01T00:00:00Z",
    sources: [],
    month: { month: "2026-01", requests: 0, errors: 0 },
  });
  const openApi = { paths: {}, tags: [], components: { schemas: {}, responses: {}, headers: {} } } as never;
  const pages = createPages({
    built: readBuilt(),
    version: "",
    publicUrl: () => "",
    facts,
    status,
    openApi,
    respond: async () => ({}),
  });
  const paths = Object.keys(pages).filter((path) => !path.includes("*"));
  const page = (path: string, who: "signedIn" | "anonymous", status: number): Target => ({
    name: `page ${path}${who === "signedIn" ? " signed in" : ""}`,
    statuses: [status],
    template: (party) => ({ path, headers: party[who] }),
  });
  return [
    ...[...paths, "/healthz", "/readyz", "/api/v1/openapi.json", "/auth/session"].map((path) =>
      page(path, "anonymous", path === "/docs" ? 302 : 200),
    ),
    ...["/", "/docs/quickstart", "/account", "/admin", "/auth/session"].map((path) => page(path, "signedIn", 200)),
    page("/none/{n}", "anonymous", 404),
    page("/api/v1/none/{n}", "anonymous", 401),
  ];
}
