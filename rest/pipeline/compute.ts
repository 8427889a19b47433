// The response to an admitted request: from the cache, else computed when it is the account's turn, and once for all
// callers that request the same concurrently.
import type { Principal } from "../../src/ports/access.ts";
import type { Cancellation, FoundRows, QueryResult, RowReads } from "../../src/ports/execution.ts";
import type { CachedResponse } from "../cache/cache.ts";
import { joined, type SerializedResponse, serialized } from "../cache/response-bytes.ts";
import type { AccountRoute, DetailRoute, ListRoute, Route } from "../define-route.ts";
import { aroundList, aroundRow, beginningOfNext, envelopeOf, isList, rowsOf } from "../envelope.ts";
import type { Row } from "../fields.ts";
import { wantedOf } from "../params/list-parameters.ts";
import { type Facade, holderOf, type RequestState } from "./admit.ts";
import type { Target } from "./target.ts";

interface Work extends Pick<RequestState, "url" | "cancellation"> {
  holder: Principal;
  params: Record<string, unknown>;
  /** the day with which the parameters were read: the turn may come on the next one */
  today: string;
}

/** Computes the response. @throws AppError */
export async function compute(facade: Facade, state: RequestState, target: Target): Promise<CachedResponse> {
  const { route, today } = target;
  const { url, cancellation } = state;
  const work = { url, cancellation, holder: holderOf(state), params: target.read(), today };
  const response = "account" in route ? await accountResponse(facade, route, work) : await query(facade, route, work);
  return { response, route, next: response.page ? beginningOfNext(url) : "" };
}

async function accountResponse(
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
  { url, holder, params, today, cancellation }: Work,
): Promise<SerializedResponse> {
  const { cache, copies, dataVersion, share, vocabulary } = facade;
  const fields = params.fields as string[] | undefined;
  const identity = { hash: facade.hashOf(route), variables: route.variables(params), today, fields };
  const make = async (shared: Cancellation, madeAt?: number): Promise<SerializedResponse> => {
    const { hash, variables } = identity;
    const { fromRows } = facade.execute;
    let result: QueryResult;
    if (!fromRows || isLive(route) || (isList(route) && route.meta))
      result = await facade.execute(hash, variables, holder, shared);
    else {
      const call = { hash, variables, accountId: holder.accountId, cancellation: shared };
      const outcome = await fromRows(call, (found, reads) =>
        joinedRows(facade, route, { ...identity, params }, found, reads),
      );
      if ("made" in outcome) return outcome.made;
      result = outcome.result;
    }
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
  fields: string[] | undefined;
  params: Record<string, unknown>;
}

/**
 * The response put together from rendered rows; rows that are not rendered are read by the document, and rendered.
 * Undefined where the whole document has to run: a row is not there any more, or the store has another version.
 */
async function joinedRows(
  { renderedRows, vocabulary }: Facade,
  route: ListRoute | DetailRoute,
  { params, ...rendering }: RowWork,
  found: FoundRows,
  reads: RowReads,
): Promise<SerializedResponse | undefined> {
  const { variables, fields } = rendering;
  const wanted = wantedOf(fields);
  const rows = await renderedRows.rowsOf(rendering, found, {
    stamps: reads.stamps,
    async render(ids) {
      const read = await reads.rows(ids);
      const rows = read?.data ? rowsOf(route, read.data as Row) : undefined;
      return rows?.map((row, at) => ({
        row: Buffer.from(JSON.stringify(route.item.project(row, { vocabulary, variables, fields }, wanted))),
        stamp: read?.stamps.get(ids[at] as number) ?? "",
      }));
    },
  });
  if (!rows) return undefined;
  const response = isList(route)
    ? joined({ data: { rows }, ...aroundList(route, found, { params, total: found.total ?? 0 }) })
    : joined({ data: { row: rows[0] as Buffer }, ...aroundRow(found) });
  return { ...response, version: found.dataVersion };
}

/** Whether the route's responses change without a new data version. */
const isLive = (route: Route): boolean => "live" in route && route.live === true;
