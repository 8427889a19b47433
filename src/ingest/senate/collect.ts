// Collects a visit to the Senate's search without a store, as a signed bundle: the search of a period, and the page of
// every report that it lists. Each response is appended to `<out>.part` as it arrives, so that an interrupted run
// continues where it ended.
import { createWriteStream } from "node:fs";
import { appendFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { z } from "zod";
import { UsageError } from "../../errors.ts";
import { asOutFileError } from "../../lib/out-file.ts";
import type { ListedDocument } from "../../store/listings.ts";
import { OutboundError } from "../outbound/index.ts";
import type { Collector, CollectResult, CollectSetup } from "../publisher.ts";
import {
  bundleFile,
  type Collected,
  maxBundleLength,
  publicKeyOf,
  publicKeyText,
  signingKey,
  trust,
  writeBundle,
} from "./bundle.ts";
import { searchFields } from "./har.ts";
import { type Searching, searchAll } from "./search.ts";
import { explained, isWholePage, SenateSession } from "./session.ts";

/** A bundle with more reports could exceed `maxBundleLength`, which the reader accepts at most. */
const maxReports = 800;
/** pages between two lines of progress */
const pagesPerLine = 25;

const collector: Collector = {
  collect,
  publicKey: async (home) => publicKeyText(await signingKey(home)),
  async trust(home, publicKey) {
    if (!publicKeyOf(publicKey))
      throw new UsageError(
        `the key of a bundle has 43 characters, as \`disclosed collect key\` prints it: ${publicKey}`,
      );
    await trust(home, publicKey);
  },
};

export default collector;

async function collect(setup: CollectSetup): Promise<CollectResult> {
  const { out, from, to, home, say } = setup;
  const key = await signingKey(home);
  const part = await openPart(setup);
  if (part.pages.size > 0) say(`${part.pages.size} reports are already in ${part.file}`);
  try {
    const session = new SenateSession(setup.url, setup.outbound, setup.signal);
    const { documents, searches } = await searchRecorded({ from, to }, session);
    if (documents.length > maxReports)
      throw new UsageError(
        `the Senate lists ${documents.length} reports of ${from} to ${to}, but a bundle can have only ${maxReports}: choose a shorter period`,
      );
    say(`${documents.length} reports of ${from} to ${to} are listed`);
    const pages = await fetchPages(documents, session, part, say);
    await writeZip(out, writeBundle({ from, to, searches, pages }, key));
    await rm(part.file, { force: true });
    return { out, from, to, listed: documents.length, collected: pages.length, publicKey: publicKeyText(key) };
  } catch (error) {
    throw explained(error);
  }
}

/** The search of a period with its responses as sent. Throws OutboundError if they are not a complete result. */
async function searchRecorded(span: { from: string; to: string }, session: SenateSession) {
  let searches: Collected["searches"] = [];
  const recording: Searching = {
    async search(form) {
      // a search that has to be repeated begins with its first page
      if (form.start === "0") searches = [];
      const requestedAt = new Date().toISOString();
      const response = await session.search(form);
      const fields = searchFields(new URLSearchParams(form));
      searches.push({ requestedAt, form: fields, body: response.body.toString("utf8") });
      return response;
    },
  };
  const { documents, problem } = await searchAll(span, recording);
  if (problem !== null) throw new OutboundError("bad_response", problem);
  return { documents, searches };
}

type Page = Collected["pages"][number];

/** The pages of the listed reports; one that the site does not give whole is left out, and said. */
async function fetchPages(
  documents: ListedDocument[],
  session: SenateSession,
  part: Part,
  say: CollectSetup["say"],
): Promise<Page[]> {
  const pages: Page[] = [];
  let length = 0;
  for (const [index, { url }] of documents.entries()) {
    const path = new URL(url).pathname;
    const page = part.pages.get(path) ?? (await fetchPage(path, session, part));
    if (page) pages.push(page);
    else say(`${path}: the site does not send the page; it is left out`);
    length += page?.body.length ?? 0;
    if (length > maxBundleLength * 0.9)
      throw new UsageError(`the reports of the period do not fit into a bundle: choose a shorter period`);
    if ((index + 1) % pagesPerLine === 0) say(`${index + 1} of ${documents.length} reports`);
  }
  return pages;
}

async function fetchPage(path: string, session: SenateSession, part: Part): Promise<Page | undefined> {
  const { status, body } = await session.page(path);
  if (status !== 200 || !isWholePage(body)) return undefined;
  const page = { path, body: body.toString("utf8") };
  await appendFile(part.file, `${JSON.stringify(page)}\n`);
  return page;
}

/** What an interrupted run has collected. */
interface Part {
  file: string;
  /** by path */
  pages: Map<string, Page>;
}

const pageForm = z.object({ path: z.string(), body: z.string() });

/**
 * The first line names the address and the period: pages of another collection are not mixed in. A line that was cut
 * off is collected again; a file with a part of the first line alone is like none.
 */
async function openPart({ out, from, to, url }: CollectSetup): Promise<Part> {
  const file = `${out}.part`;
  const head = JSON.stringify({ url, from, to });
  const [first = "", ...lines] = (await readFile(file, "utf8").catch(() => "")).split("\n");
  if (lines.length > 0 && first !== head)
    throw new UsageError(`${file} is of another collection (${first.slice(0, 200)}): remove it, or name another --out`);
  const pages = lines.flatMap((line) => pageOf(line) ?? []);
  await writeFile(file, [head, ...pages.map((page) => JSON.stringify(page)), ""].join("\n"), { mode: 0o600 });
  return { file, pages: new Map(pages.map((page) => [page.path, page])) };
}

function pageOf(line: string): Page | undefined {
  try {
    return pageForm.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Written completely beside its final name, so that a reader never finds half of it. */
async function writeZip(out: string, content: string): Promise<void> {
  const draft = `${out}.draft`;
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(content), bundleFile);
  zip.end();
  try {
    await pipeline(zip.outputStream, createWriteStream(draft));
    await rename(draft, out);
  } catch (error) {
    await rm(draft, { force: true });
    throw asOutFileError(error, out);
  }
}
