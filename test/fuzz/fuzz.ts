// A run of made-up requests against a service that listens: each answer is judged, and what is wrong is kept with its request.
import { openApi } from "../rest/answer-schema.ts";
import { problemsOf } from "./judge.ts";
import { type FuzzRequest, operationsOf, requests } from "./requests.ts";
import { openSender } from "./send.ts";

export interface FuzzOptions {
  /** without /api/v1 */
  base: string;
  key: string;
  count: number;
  seed: number;
  connections?: number;
  onProgress?: (done: number) => void;
}

export interface FuzzReport {
  statuses: Record<number, number>;
  /** answers of 500 and above, and connections that ended without one */
  failures: number;
  /** answers that broke a promise */
  breaks: number;
  /** the first of both */
  examples: { request: FuzzRequest; problems: string[]; text: string }[];
}

const mostExamples = 20;

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { base, key, count, seed, connections = 16, onProgress = () => {} } = options;
  const input = { operations: operationsOf(openApi as never), key, ids: await knownIds(base, key) };
  const sender = openSender(base, connections);
  const report: FuzzReport = { statuses: {}, failures: 0, breaks: 0, examples: [] };
  const stream = requests(input, seed, count);
  let done = 0;
  async function work(): Promise<void> {
    for (const request of stream) {
      const answer = await sender.send(request).catch((error) => ({ status: 0, headers: {}, text: String(error) }));
      record(report, request, answer);
      if (++done % 5000 === 0) onProgress(done);
    }
  }
  // a generator that several loops share ends with the first of them that breaks off; none does
  await Promise.all(Array.from({ length: connections }, work));
  await sender.close();
  return report;
}

function record(report: FuzzReport, request: FuzzRequest, answer: Parameters<typeof problemsOf>[1]): void {
  const { status, text } = answer;
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
  const problems = problemsOf(request, answer);
  if (problems.length === 0) return;
  if (status === 0 || status >= 500) report.failures++;
  else report.breaks++;
  if (report.examples.length < mostExamples) report.examples.push({ request, problems, text: text.slice(0, 300) });
}

/** Ids that rows have, asked at the door itself, and some that nobody has. */
async function knownIds(base: string, key: string): Promise<string[]> {
  const rows = async (path: string): Promise<Record<string, unknown>[]> => {
    const response = await fetch(`${base}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`${path} answered ${response.status}; the run needs a key that works`);
    return ((await response.json()) as { data: Record<string, unknown>[] }).data;
  };
  const trades = await rows("/trades?pageSize=50");
  const congress = await rows("/politician-trades?pageSize=50");
  const found = [...trades, ...congress].flatMap(({ id, insider_cik, politician_id }) => [
    id,
    insider_cik,
    politician_id,
  ]);
  const nobodys = ["1", "9999999999", "Z999999"];
  return [...new Set(found.filter((id) => id !== undefined && id !== null).map(String)), ...nobodys];
}
