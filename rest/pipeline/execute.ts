// Computes a response: when it is the account's turn, and once for all callers that request the same concurrently.
import { AppError } from "../../src/errors.ts";
import type { Cancellation, Principal } from "../../src/ports.ts";
import type { CallerCancellation } from "../cancellation.ts";
import type { AccountRoute, DetailRoute, ListRoute, Route } from "../define-route.ts";
import { aroundList, aroundRow, isList, responseQuery } from "../envelope.ts";
import type { Row } from "../fields.ts";
import type { Match } from "../match-path.ts";
import { wantedOf } from "../params/field-names.ts";
import { joinedResponse, type ReadyResponse, readyResponse } from "../response-bytes.ts";
import type { Facade } from "./context.ts";
import type { RequestParameters } from "./parameters.ts";

/**
 * A response; `age` in seconds if it may be a copy from LiveCopies, which does not depend on the data version alone.
 */
export interface Performed {
  response: ReadyResponse;
  age?: number;
}

interface Work {
  url: string;
  holder: Principal;
  params: Record<string, unknown>;
  cancellation: CallerCancellation;
}

/** @throws AppError */
export async function execute(
  facade: Facade,
  { route, path }: Match,
  { parameters, ...request }: Omit<Work, "params"> & { parameters: RequestParameters },
): Promise<Performed> {
  const params = parameters.read();
  for (const name of Object.keys(path)) if (params[name] === null) throw new AppError("not_found");
  const work = { ...request, params };
  return "account" in route ? await report(facade, route, work) : await query(facade, route, work);
}

async function report(facade: Facade, route: AccountRoute, { holder, params, cancellation }: Work): Promise<Performed> {
  const { access, share, vocabulary } = facade;
  const row = await share.run(holder.accountId, () => route.account(access, holder), cancellation);
  const wanted = wantedOf(params.fields as string[] | undefined);
  const data = route.item.project(row, { vocabulary, variables: {} }, wanted);
  return { response: readyResponse({ data }) };
}

async function query(
  facade: Facade,
  route: ListRoute | DetailRoute,
  { url, holder, params, cancellation }: Work,
): Promise<Performed> {
  const { cache, copies, dataVersion, vocabulary } = facade;
  const fields = params.fields as string[] | undefined;
  const identity = { hash: facade.hashOf(route), variables: route.variables(params), today: facade.today(), fields };
  const make = async (shared: Cancellation, madeAt?: number) => {
    const rendered = isLive(route) ? undefined : await fromRows(facade, route, { ...identity, params }, shared);
    if (rendered) return rendered;
    const executed = await facade.execute(identity.hash, identity.variables, holder, shared);
    const response = readyResponse(
      responseQuery(route, executed, { vocabulary, variables: identity.variables, params }, madeAt),
    );
    return { response, version: executed.dataVersion };
  };
  // when the turn comes, `work` finds a response that another request has computed meanwhile
  const inTurn = <Result>(work: () => Promise<Result>) => facade.share.compute(holder.accountId, work, cancellation);
  if (isLive(route)) {
    const name = JSON.stringify(identity);
    const makeCopy = async (shared: Cancellation, madeAt: number) => (await make(shared, madeAt)).response;
    return copies.get(name) ?? (await inTurn(() => copies.find(name, makeCopy, cancellation)));
  }
  const version = dataVersion.current();
  if (version === undefined) return await inTurn(() => make(cancellation));
  const key = { ...identity, version };
  const response = cache.get(key) ?? (await inTurn(() => cache.find(key, make, cancellation)));
  cache.remember(url, route, key);
  return { response };
}

interface RowWork {
  hash: string;
  variables: Record<string, unknown>;
  today: string;
  fields: string[] | undefined;
  params: Record<string, unknown>;
}

/**
 * The response put together from rendered rows; rows that are not rendered are read by the document, and rendered.
 * Undefined where the whole document has to run: it shows more than rows by id, or a row is not there any more.
 */
async function fromRows(
  { execute: { rows }, renderedRows, vocabulary }: Facade,
  route: ListRoute | DetailRoute,
  { params, ...identity }: RowWork,
  cancellation: Cancellation,
): Promise<{ response: ReadyResponse; version: string } | undefined> {
  const { hash, variables, fields } = identity;
  if (!rows || (isList(route) && route.meta)) return undefined;
  const found = await rows.find(hash, variables);
  if (!found) return undefined;
  const { dataVersion } = found;
  const known = renderedRows.of({ ...identity, dataVersion });
  const rendered = found.ids.map((id) => known.get(id));
  const missing = found.ids.filter((_, at) => rendered[at] === undefined);
  if (missing.length > 0) {
    const data = await rows.read(hash, variables, { ...found, ids: missing }, cancellation);
    const nodes = nodesOf(route, data as Row | undefined);
    if (nodes?.length !== missing.length) return undefined;
    const context = { vocabulary, variables, fields, dataVersion };
    const wanted = wantedOf(fields);
    for (const [at, id] of found.ids.entries()) {
      if (rendered[at]) continue;
      const row = Buffer.from(JSON.stringify(route.item.project(nodes.shift() as Row, context, wanted)));
      known.set(id, row);
      rendered[at] = row;
    }
  }
  const data = rendered as Buffer[];
  const response = isList(route)
    ? joinedResponse({ data: { rows: data }, ...aroundList(route, found, { params, total: found.total ?? 0 }) })
    : joinedResponse({ data: { row: data[0] as Buffer }, ...aroundRow(found) });
  return { response, version: dataVersion };
}

/** The rows of a document's data, to be removed from the front; undefined where there is none. */
function nodesOf(route: ListRoute | DetailRoute, data: Row | undefined): Row[] | undefined {
  if (!data) return undefined;
  if (isList(route)) return [...((route.list(data) as { nodes: Row[] } | null)?.nodes ?? [])];
  const row = route.one(data) as Row | null;
  return row ? [row] : undefined;
}

/** Whether the route's responses change without a new data version. */
const isLive = (route: Route): boolean => "live" in route && route.live === true;
