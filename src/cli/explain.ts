// `disclosed explain <id>`: one row from raw bytes to response.
import type { Command } from "commander";
import { UsageError } from "../errors.ts";
import { printable } from "../lib/text.ts";
import { explain, isSound } from "../provenance/explain.ts";
import { type ExplainedKind, type Explanation, explainedKinds } from "../provenance/explanation.ts";
import { type OutputOptions, printResult, table, withJson } from "./output.ts";
import { CommandError, withStore } from "./with-store.ts";

interface Options extends OutputOptions {
  kind?: string;
}

/** the kinds as the commands name them */
const kindWords: Record<ExplainedKind, string> = {
  insiderTrade: "trade",
  politicianTrade: "politician-trade",
  cluster: "cluster",
};

export function defineExplain(command: Command): void {
  withJson(command)
    .argument("<id>", "id of an insider trade, a politician trade or a cluster")
    .option("--kind <kind>", `${Object.values(kindWords).join(", ")} (default: the first of them that has the id)`)
    .action(async (id: string, options: Options) => {
      if (!/^\d{1,16}$/.test(id))
        throw new UsageError(`an id must be a number of up to 16 digits, not ${JSON.stringify(id)}`);
      const kind = knownKind(options.kind);
      const found = await withStore(({ store, config }) => explain(store, config.home, id, kind));
      if (!found) throw new CommandError(`no ${kind ? kindWords[kind] : "row"} has the id ${id}`);
      printResult(options, toJson(found), () => format(found));
      if (!isSound(found)) process.exitCode = 1;
    });
}

function knownKind(word: string | undefined): ExplainedKind | undefined {
  const known = explainedKinds.find((kind) => kindWords[kind] === word);
  if (known || word === undefined) return known;
  throw new UsageError(`--kind must be one of ${Object.values(kindWords).join(", ")}, not ${JSON.stringify(word)}`);
}

const toJson = ({ kind, documentId, file, ...rest }: Explanation) => ({
  kind: kindWords[kind],
  document_id: documentId,
  file: file && {
    name: file.name,
    sha256: file.sha256,
    bytes: file.bytes,
    first_seen_at: file.firstSeenAt?.toISOString() ?? null,
    path: file.path,
    state: file.state,
    problem: file.problem,
  },
  ...rest,
});

const shown = (text: string | null): string => (text === null ? "-" : printable(text));

function format(found: Explanation): string {
  const { file, fields, rules, derived } = found;
  const parts = [`${kindWords[found.kind]} ${found.id}`];
  if (file)
    parts.push(
      table(
        ["FILE", ""],
        [
          ["document", `${found.source} ${found.documentId}`],
          ["at", shown(found.url)],
          ["name", shown(file.name)],
          ["SHA-256", shown(file.sha256)],
          ["bytes", file.bytes === null ? "-" : String(file.bytes)],
          ["stored at", shown(file.path)],
          ["bytes are", file.problem ?? file.state],
          ["row", shown(found.position)],
        ],
      ),
    );
  if (found.problem) parts.push(`Not read again: ${shown(found.problem)}`);
  if (fields.length > 0)
    parts.push(
      table(
        ["FIELD", "AS FILED", "READ", "STORED", "FROM"],
        fields.map(({ name, filed, read, stored, position, agrees }) => [
          name,
          shown(filed),
          shown(read),
          agrees ? "same" : shown(stored),
          shown(position),
        ]),
      ),
    );
  parts.push(
    table(
      ["RULE", "VERSION"],
      rules.map(({ name, version }) => [name, version]),
    ),
  );
  parts.push(
    table(
      ["DERIVED", "VALUE", "FROM"],
      derived.map(({ name, value, from }) => [name, shown(value), shown(from)]),
    ),
  );
  return parts.join("\n\n");
}
