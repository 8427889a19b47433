// Where a row of a filing is in its file.
import type { Store } from "../../store/store.ts";
import type { Columns } from "../columns.ts";
import type { RowOrigin, StoredDocument } from "../provenance.ts";
import { openStored, withoutContent } from "../stored-file.ts";
import { DataSetTables } from "./data-set/stored-tables.ts";
import { placesInDocument } from "./places.ts";

/** From the document itself, or from the tables of the data set from which it was read. */
export async function originOfRow(
  store: Store,
  home: string,
  document: StoredDocument,
  row: Columns,
): Promise<RowOrigin> {
  if (document.columns.loaded_from === "data_set") return await originInTables(store, home, document, row);
  const opened = await openStored(store, home, document.sha256);
  const nothing = { file: withoutContent(opened), place: null, fields: {} };
  if (opened.content === null) return nothing;
  const places = placesInDocument(opened.content, {
    accessionNumber: document.id,
    isDerivative: row.is_derivative === true,
    rowIndex: Number(row.row_index),
  });
  if (!places) return nothing;
  const fields = Object.entries(places.fields).map(([name, { path, filed }]) => [name, { place: path, filed }]);
  return { ...nothing, place: places.path, fields: Object.fromEntries(fields) };
}

/** Our columns -> columns of the data sets' tables. */
const inTables: Record<string, string> = {
  security_title: "SECURITY_TITLE",
  traded_on: "TRANS_DATE",
  transaction_code: "TRANS_CODE",
  acquired_disposed: "TRANS_ACQUIRED_DISP_CD",
  shares: "TRANS_SHARES",
  price: "TRANS_PRICEPERSHARE",
  shares_owned_after: "SHRS_OWND_FOLWNG_TRANS",
  value_owned_after: "VALU_OWND_FOLWNG_TRANS",
  ownership: "DIRECT_INDIRECT_OWNERSHIP",
  nature_of_ownership: "NATURE_OF_OWNERSHIP",
  exercise_price: "CONV_EXERCISE_PRICE",
  exercisable_on: "EXCERCISE_DATE",
  expires_on: "EXPIRATION_DATE",
  underlying_title: "UNDLYNG_SEC_TITLE",
  underlying_shares: "UNDLYNG_SEC_SHARES",
};

async function originInTables(store: Store, home: string, document: StoredDocument, row: Columns): Promise<RowOrigin> {
  const found = await new DataSetTables(store, home).filing(document.id, document.sha256);
  const submission = withoutContent(await openStored(store, home, document.sha256));
  if ("problem" in found) return { file: submission, place: null, fields: {} };
  const table = row.is_derivative ? "DERIV_TRANS" : "NONDERIV_TRANS";
  const lines = found.lines.filter((line) => line.table === table);
  // surrogate keys increase in the order of the form's rows
  const line = lines.sort((a, b) => Number(a.cells[`${table}_SK`]) - Number(b.cells[`${table}_SK`]))[
    Number(row.row_index)
  ];
  if (!line) return { file: submission, place: null, fields: {} };
  const fields = Object.entries(inTables).map(([name, column]) => [
    name,
    { place: column, filed: line.cells[column] || null },
  ]);
  return {
    file: withoutContent(await openStored(store, home, line.sha256)),
    place: `${table}.tsv, line ${line.number}`,
    fields: Object.fromEntries(fields),
  };
}
