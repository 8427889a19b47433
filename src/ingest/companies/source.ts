// The source `companies`: the SEC's lists of companies, with symbols, exchanges and industries.
import { dateOf } from "../../lib/calendar-date.ts";
import { ReadFailed, readIsolated } from "../isolated/isolated.ts";
import type { IngestContext, InputFile, Source, StoredFile } from "../source.ts";
import { companies } from "./index.ts";
import { loadCompanies } from "./load.ts";

const source: Source = {
  name: companies.name,
  // CIK##########-submissions-001.json has only older filings of a company, no data about the company
  accepts: ({ name }) => /\.json$/i.test(name) && !/-submissions-\d+\.json$/i.test(name),
  open: (context) => ({
    async take(files) {
      for (const file of files) await ingestFile(file, context);
    },
  }),
};

export default source;

async function ingestFile(file: InputFile, context: IngestContext): Promise<void> {
  const bytes = await file.read();
  try {
    const companies = await readIsolated("companiesList", bytes);
    // EDGAR's submissions.zip has hundreds of thousands of files about people, without any company
    if (companies.length === 0) return;
    const stored = await context.keep(file, bytes);
    context.count(await loadCompanies(context.store, companies, await asOfDate(stored, context)));
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    await context.quarantineFile(file, error.reason, error.message);
  }
}

/** The date of a list: `--as-of`, else the day on which these bytes were first seen here. */
async function asOfDate({ sha256 }: StoredFile, context: IngestContext): Promise<string> {
  if (context.options.asOf) return context.options.asOf;
  const file = await context.store.prisma.sourceFile.findUniqueOrThrow({ where: { sha256 } });
  const firstSeen = dateOf(file.firstSeenAt);
  return [firstSeen, context.today].sort()[0] ?? context.today;
}
