// Stored filings of Forms 3, 4 and 5: read again, found in their files, and stored again.
import type { Store } from "../../store/store.ts";
import { storedFields } from "../../store/stored-models.ts";
import { inLoad } from "../../store/transaction.ts";
import { element, elements, text, type XmlElement, type XmlNode } from "../edgar/xml.ts";
import type { Columns, ExplainedFact, Provenance, RowOrigin, StoreAgain, StoredDocument } from "../provenance.ts";
import { openStored, withoutContent } from "../run/raw-store.ts";
import { amendmentDecisions } from "./amendments/decide.ts";
import { DataSetTables } from "./data-set/stored-tables.ts";
import { form345 } from "./index.ts";
import { addHoldings, holdingRows } from "./load/holdings.ts";
import { loadFilings } from "./load/load.ts";
import { fillFilings, touchTrades } from "./load/store-filings.ts";
import { parseXml } from "./read/document.ts";
import { type RowField, tradeFields } from "./read/fields.ts";
import { type PlanStatement, planStatement } from "./read/plan-footnote.ts";
import type { FilingToLoad } from "./read/record.ts";
import { splitSubmissions, UnreadableFile } from "./read/submission.ts";
import { form345Reader } from "./reader.ts";

// Stores filings that were read again.
function storeFilingsAgain(store: Store): StoreAgain<FilingToLoad> {
  return {
    later: new Set(["accepted_at", "issuer_sic"]),
    async fill(filings) {
      await inLoad(store, form345.loader, async (client, load) => {
        const filled = await fillFilings(client, filings);
        await touchTrades(client, filled.accepted);
        for (const { cik, filedOn } of filled.reclassified) load.changed({ kind: "company", cik, from: filedOn });
        const held = await addHoldings(
          client,
          filings.flatMap(({ filing }) => holdingRows(filing)),
        );
        if (filled.accepted.length > 0 || held) load.visible();
      });
    },
    async load(filings) {
      await loadFilings(store, filings);
    },
  };
}

const provenance: Provenance<FilingToLoad> = {
  reader: form345Reader,
  origin: originOfRow,
  storeAgain: storeFilingsAgain,
  rules: [],
  facts: (document, row) => [planFact(document, row)],
  amendments: amendmentDecisions,
};

export default provenance;

const statementWords: Record<PlanStatement, string> = {
  made: "says under a plan",
  denied: "says not under a plan",
  mentioned: "mentions a plan and says nothing about the row",
  unnamed: "says under a plan, without naming the rule",
  unclear: "speaks of a plan in words that no rule covers",
};

/** The plan checkbox of the form, and the plan statements in the row's footnotes. */
function planFact({ columns }: StoredDocument, row: Columns): ExplainedFact {
  const footnotes = columns.footnotes as Record<string, string>;
  const box =
    columns.aff10b5_one === null ? "the form has no box" : `the box is ${columns.aff10b5_one ? "" : "not "}ticked`;
  const said = (row.footnote_ids as string[]).flatMap((id) => {
    const statement = planStatement(footnotes[id] ?? "");
    return statement ? [`footnote ${id} ${statementWords[statement]}`] : [];
  });
  return {
    name: "is_10b5_1",
    value: row.is_10b5_1 === null ? null : String(row.is_10b5_1),
    from: [box, ...said].join(", "),
  };
}

// Where a row of a filing is in its file.

// Finds the fields of a transaction in its ownership document, with their filed values. Read again for each request
// about a row.
interface FieldPosition {
  /** XPath relative to the row, or absolute if it begins with a slash */
  path: string;
  /** as filed, white space collapsed; null if the element is absent or empty */
  filed: string | null;
}

interface RowPositions {
  /** XPath of the row */
  path: string;
  /** by column of insider_trades */
  fields: Record<string, FieldPosition>;
}

/** By column of insider_trades, for the fields that are stored as filed. */
const byColumn = (saysOf: (field: RowField) => string): Record<string, string> =>
  Object.fromEntries(
    storedFields("InsiderTrade").flatMap(([name, { column }]) => {
      const field = Object.entries(tradeFields).find(([filed]) => filed === name)?.[1];
      return field ? [[column, saysOf(field)]] : [];
    }),
  );
const inRow = byColumn(({ path }) => path);
const inTables = byColumn(({ column }) => column);

/** filed instead of shares */
const totalValue = tradeFields.totalValue.path;

const owner = "reportingOwner[1]";
const inDocument: Record<string, string> = {
  form_type: "documentType",
  company_cik: "issuer/issuerCik",
  ticker_as_filed: "issuer/issuerTradingSymbol",
  insider_cik: `${owner}/reportingOwnerId/rptOwnerCik`,
  is_director: `${owner}/reportingOwnerRelationship/isDirector`,
  is_officer: `${owner}/reportingOwnerRelationship/isOfficer`,
  is_ten_percent_owner: `${owner}/reportingOwnerRelationship/isTenPercentOwner`,
  title: `${owner}/reportingOwnerRelationship/officerTitle`,
  title_as_filed: `${owner}/reportingOwnerRelationship/officerTitle`,
  is_10b5_1: "aff10b5One",
};

/** Null if the bytes contain no such row. Throws UnreadableFile if they are not an ownership document. */
function positionsInDocument(
  bytes: Buffer,
  row: { accessionNumber: string; isDerivative: boolean; rowIndex: number },
): RowPositions | null {
  const parts = splitSubmissions(bytes);
  const named = parts.findLast(({ header }) => header?.accessionNumber === row.accessionNumber);
  const [xml] = (named ?? parts.findLast(({ header }) => !header?.accessionNumber))?.documents ?? [];
  if (xml === undefined) return null;
  const root = parseXml(xml);
  const kind = row.isDerivative ? "derivative" : "nonDerivative";
  const found = elements(root, `${kind}Table`).flatMap((table) => elements(table, `${kind}Transaction`))[row.rowIndex];
  if (!found) return null;
  return {
    path: `(/ownershipDocument/${kind}Table/${kind}Transaction)[${row.rowIndex + 1}]`,
    fields: {
      ...positionsOf(found, inRow, ""),
      ...valuePosition(found),
      ...positionsOf(root, inDocument, "/ownershipDocument/"),
    },
  };
}

function positionsOf(node: XmlElement, paths: Record<string, string>, prefix: string): Record<string, FieldPosition> {
  return Object.fromEntries(
    Object.entries(paths).map(([column, path]) => {
      const { leaf, filed } = at(node, path);
      return [column, { path: `${prefix}${path}${leaf}`, filed }];
    }),
  );
}

function valuePosition(row: XmlElement): Record<string, FieldPosition> {
  const { filed } = at(row, totalValue);
  return filed === null ? {} : positionsOf(row, { value: totalValue }, "");
}

/** The value at a path, and whether it is wrapped in a <value> element. */
function at(node: XmlElement, path: string): { leaf: "" | "/value"; filed: string | null } {
  const steps = path.split("/").map((step) => step.replace("[1]", ""));
  const last = steps.pop() ?? "";
  const parent = steps.reduce<XmlNode>((from, step) => element(from, step), node);
  const wrapped = "value" in element(parent, last);
  return { leaf: wrapped ? "/value" : "", filed: text(parent, last) };
}

/** Null also if the bytes are not an ownership document; the reader (reader.ts) states that problem. */
function positionsOrNull(...parameters: Parameters<typeof positionsInDocument>): RowPositions | null {
  try {
    return positionsInDocument(...parameters);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return null;
  }
}

/** From the document itself, or from the tables of the data set from which it was read. */
async function originOfRow(store: Store, home: string, document: StoredDocument, row: Columns): Promise<RowOrigin> {
  if (document.columns.loaded_from === "data_set") return await originInTables(store, home, document, row);
  const opened = await openStored(store, home, document.sha256);
  const nothing = { file: withoutContent(opened), position: null, fields: {} };
  if (opened.content === null) return nothing;
  const positions = positionsOrNull(opened.content, {
    accessionNumber: document.id,
    isDerivative: row.is_derivative === true,
    rowIndex: Number(row.row_index),
  });
  if (!positions) return nothing;
  const fields = Object.entries(positions.fields).map(([name, { path, filed }]) => [name, { position: path, filed }]);
  return { ...nothing, position: positions.path, fields: Object.fromEntries(fields) };
}

async function originInTables(store: Store, home: string, document: StoredDocument, row: Columns): Promise<RowOrigin> {
  const found = await new DataSetTables(store, home).filing(document.id, document.sha256);
  const submission = withoutContent(await openStored(store, home, document.sha256));
  if ("problem" in found) return { file: submission, position: null, fields: {} };
  const table = row.is_derivative ? "DERIV_TRANS" : "NONDERIV_TRANS";
  const lines = found.lines.filter((line) => line.table === table);
  // surrogate keys increase in the order of the form's rows
  const line = lines.sort((a, b) => Number(a.cells[`${table}_SK`]) - Number(b.cells[`${table}_SK`]))[
    Number(row.row_index)
  ];
  if (!line) return { file: submission, position: null, fields: {} };
  const fields = Object.entries(inTables).map(([name, column]) => [
    name,
    { position: column, filed: line.cells[column] || null },
  ]);
  return {
    file: withoutContent(await openStored(store, home, line.sha256)),
    position: `${table}.tsv, line ${line.number}`,
    fields: Object.fromEntries(fields),
  };
}
