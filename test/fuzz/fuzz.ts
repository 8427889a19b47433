// A run of random requests against a running service: each response is checked, and a wrong one is recorded with its request.
import { openApi } from "../rest/response-schema.ts";
import { problemsOf } from "./judge.ts";
import { type FuzzInput, type FuzzRequest, operationsOf, requests } from "./requests.ts";
import { openSender } from "./send.ts";

interface FuzzOptions {
  /** without /api/v1 */
  base: string;
  key: string;
  count: number;
  seed: number;
  connections?: number;
  /** the requests; without it those of requests.ts */
  make?: (input: FuzzInput) => Iterable<FuzzRequest>;
  onProgress?: (done: number) => void;
}

export interface FuzzReport {
  statuses: Record<number, number>;
  /** responses of 500 and above, and connections that ended without one */
  failures: number;
  /** other responses that violate the contract */
  violations: number;
  /** the slowest request, as its caller measures it */
  slowest: { milliseconds: number; request?: FuzzRequest };
  /** the first failures and violations */
  examples: { request: FuzzRequest; problems: string[]; text: string }[];
}

const maxExamples = 20;

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { base, key, count, seed, connections = 16, onProgress = () => {} } = options;
  const { make = (given) => requests(given, seed, count) } = options;
  const input = { operations: operationsOf(openApi as never), key, ids: await knownIds(base, key) };
  const sender = openSender(base, connections);
  const report: FuzzReport = { statuses: {}, failures: 0, violations: 0, slowest: { milliseconds: 0 }, examples: [] };
  const stream = make(input)[Symbol.iterator]();
  let done = 0;
  async function work(batch: Iterator<FuzzRequest>): Promise<void> {
    for (let next = batch.next(); !next.done; next = batch.next()) {
      const request = next.value;
      const begun = performance.now();
      const response = await sender.send(request).catch((error) => ({ status: 0, headers: {}, text: String(error) }));
      const milliseconds = performance.now() - begun;
      if (milliseconds > report.slowest.milliseconds) report.slowest = { milliseconds, request };
      record(report, request, response);
      if (++done % 5000 === 0) onProgress(done);
    }
  }
  // Requests are generated while none is in flight: generating takes processor time, which would count as the response's.
  for (let batch = nextBatch(stream); batch.length > 0; batch = nextBatch(stream)) {
    const shared = batch.values();
    await Promise.all(Array.from({ length: connections }, () => work(shared)));
  }
  await sender.close();
  return report;
}

const batchSize = 250;

function nextBatch<T>(stream: Iterator<T>): T[] {
  const batch: T[] = [];
  for (let next = stream.next(); !next.done; next = stream.next()) {
    batch.push(next.value);
    if (batch.length === batchSize) break;
  }
  return batch;
}

function record(report: FuzzReport, request: FuzzRequest, response: Parameters<typeof problemsOf>[1]): void {
  const { status, text } = response;
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
  const problems = isOfApi(request) ? problemsOf(request, response) : failuresOf(status);
  if (problems.length === 0) return;
  if (status === 0 || status >= 500) report.failures++;
  else report.violations++;
  if (report.examples.length < maxExamples) report.examples.push({ request, problems, text: text.slice(0, 300) });
}

/** Pages, /auth and /graphql have other bodies and headers. */
const isOfApi = ({ bytes, target }: FuzzRequest) => bytes !== undefined || target.startsWith("/api/v1");

const failuresOf = (status: number) => (status === 0 || status >= 500 ? [`status ${status}`] : []);

/** Ids that rows have, fetched from the API itself, and some that no row has. */
async function knownIds(base: string, key: string): Promise<string[]> {
  const rows = async (path: string): Promise<Record<string, unknown>[]> => {
    const response = await fetch(`${base}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`${path} returned ${response.status}; the run needs a valid key`);
    return ((await response.json()) as { data: Record<string, unknown>[] }).data;
  };
  const trades = await rows("/trades?pageSize=50");
  const congress = await rows("/politician-trades?pageSize=50");
  const found = [...trades, ...congress].flatMap(({ id, insider_cik, politician_id }) => [
    id,
    insider_cik,
    politician_id,
  ]);
  const unknown = ["1", "9999999999", "Z999999"];
  return [...new Set(found.filter((id) => id !== undefined && id !== null).map(String)), ...unknown];
}
