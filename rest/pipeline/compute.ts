// The response to an admitted request: from the cache, else computed when it is the account's turn, and once for all
// callers that request the same concurrently.
import type { Principal } from "../../src/ports/access.ts";
import type { Cancellation } from "../../src/ports/execution.ts";
import type { CachedResponse } from "../cache/cache.ts";
import type { CallerCancellation } from "../cache/cancellation.ts";
import { joined, type SerializedResponse, serialized } from "../cache/response-bytes.ts";
import type { AccountRoute, DetailRoute, ListRoute, Route } from "../define-route.ts";
import { aroundList, aroundRow, envelopeOf, isList, rowsOf } from "../envelope.ts";
import type { Row } from "../fields.ts";
import { beginningOfNext } from "../pagination.ts";
import { wantedOf } from "../params/field-names.ts";
import type { RequestParameters } from "./parameters.ts";
import { type Facade, holderOf, type RequestState } from "./state.ts";

/** The cached response to a URL for the current day and data version; undefined if there is none. */
export function lookup({ cache, dataVersion, today }: Facade, url: string): CachedResponse | undefined {
  const version = dataVersion.current();
  return version === undefined ? undefined : cache.recall(url, { today: today(), version });
}

interface Work {
  url: string;
  holder: Principal;
  params: Record<string, unknown>;
  cancellation: CallerCancellation;
}

/** Computes the response. @throws AppError */
export async function compute(
  facade: Facade,
  state: RequestState,
  route: Route,
  parameters: RequestParameters,
): Promise<CachedResponse> {
  const { url, cancellation } = state;
  const work = { url, holder: holderOf(state), params: parameters.read(), cancellation };
  const response = "account" in route ? await report(facade, route, work) : await query(facade, route, work);
  return { response, route, next: response.page ? beginningOfNext(url) : "" };
}

async function report(
  { access, share, vocabulary }: Facade,
  route: AccountRoute,
  { holder, params, cancellation }: Work,
): Promise<SerializedResponse> {
  const row = await share.run(holder.accountId, () => route.account(access, holder), cancellation);
  const wanted = wantedOf(params.fields as string[] | undefined);
  return serialized({ data: route.item.project(row, { vocabulary, variables: {} }, wanted) });
}

async function query(
  facade: Facade,
  route: ListRoute | DetailRoute,
  { url, holder, params, cancellation }: Work,
): Promise<SerializedResponse> {
  const { cache, copies, dataVersion, share, vocabulary } = facade;
  const fields = params.fields as string[] | undefined;
  const identity = { hash: facade.hashOf(route), variables: route.variables(params), today: facade.today(), fields };
  const make = async (shared: Cancellation, madeAt?: number): Promise<SerializedResponse> => {
    const rendered = isLive(route) ? undefined : await fromRows(facade, route, { ...identity, params }, shared);
    if (rendered) return rendered;
    const { hash, variables } = identity;
    const result = await facade.execute(hash, variables, holder, shared);
    const envelope = envelopeOf(route, result, { vocabulary, variables, params }, madeAt);
    return { ...serialized(envelope), version: result.dataVersion, madeAt };
  };
  // when the turn comes, `work` finds a response that another request has computed meanwhile
  const inTurn = <Result>(work: () => Promise<Result>) => share.compute(holder.accountId, work, cancellation);
  if (isLive(route)) {
    const name = JSON.stringify(identity);
    return copies.get(name) ?? (await inTurn(() => copies.find(name, make, cancellation)));
  }
  const version = dataVersion.current();
  if (version === undefined) return await inTurn(() => make(cancellation));
  const key = { ...identity, version };
  const response = cache.get(key) ?? (await inTurn(() => cache.find(key, make, cancellation)));
  cache.remember(url, route, key);
  return response;
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
): Promise<SerializedResponse | undefined> {
  const { hash, variables, fields } = identity;
  if (!rows || (isList(route) && route.meta)) return undefined;
  const found = await rows.find(hash, variables);
  if (!found) return undefined;
  const { dataVersion } = found;
  const known = renderedRows.of({ ...identity, dataVersion });
  const rendered = found.ids.map((id) => known.get(id));
  const missing = found.ids.filter((_, at) => rendered[at] === undefined);
  if (missing.length > 0) {
    const data = (await rows.read(hash, variables, { ...found, ids: missing }, cancellation)) as Row | undefined;
    const read = data && rowsOf(route, data);
    if (read?.length !== missing.length) return undefined;
    const context = { vocabulary, variables, fields, dataVersion };
    const wanted = wantedOf(fields);
    const unused = read.values();
    for (const [at, id] of found.ids.entries()) {
      if (rendered[at]) continue;
      const row = Buffer.from(JSON.stringify(route.item.project(unused.next().value as Row, context, wanted)));
      known.set(id, row);
      rendered[at] = row;
    }
  }
  const data = rendered as Buffer[];
  const response = isList(route)
    ? joined({ data: { rows: data }, ...aroundList(route, found, { params, total: found.total ?? 0 }) })
    : joined({ data: { row: data[0] as Buffer }, ...aroundRow(found) });
  return { ...response, version: dataVersion };
}

/** Whether the route's responses change without a new data version. */
const isLive = (route: Route): boolean => "live" in route && route.live === true;
