// Invented members of Congress and their reports.
import type { Store } from "../../src/store/store.ts";
import { type DrawnBox, type DrawnText, makePdf } from "./pdf.ts";

/** Two members: Senator Ada B. Marlowe (Oregon) and Representative Ben Quill (Ohio, 3rd district). */
export async function createMembers(store: Store): Promise<void> {
  const date = (text: string) => new Date(`${text}T00:00:00Z`);
  const terms = { startOn: date("2019-01-03"), endOn: date("2027-01-03"), party: "Independent" };
  await store.prisma.politician.create({
    data: {
      bioguideId: "M999001",
      name: "Ada B. Marlowe",
      firstName: "Ada",
      lastName: "Marlowe",
      birthday: date("1960-04-01"),
      terms: { create: [{ ...terms, chamber: "Senate", state: "OR" }] },
    },
  });
  await store.prisma.politician.create({
    data: {
      bioguideId: "Q999001",
      name: "Ben Quill",
      firstName: "Ben",
      lastName: "Quill",
      birthday: date("1970-04-01"),
      terms: { create: [{ ...terms, chamber: "House", state: "OH", district: 3 }] },
    },
  });
}

/** Representative Ines Fabulova (Ohio, 4th district) as a file of members. */
export const memberYaml = `- id: {bioguide: Z000901}
  name: {first: Ines, last: Fabulova, official_full: Ines Fabulova}
  bio: {birthday: '1970-02-03', gender: F}
  terms:
  - {type: rep, start: '2025-01-03', end: '2027-01-03', state: OH, district: 4, party: Democrat}
`;

interface SenateRow {
  date?: string;
  owner?: string;
  ticker?: string;
  asset?: string;
  assetType?: string;
  type?: string;
  amount?: string;
  comment?: string;
}

export interface SenatePage {
  title?: string;
  filer?: string;
  filed?: string;
  stated?: number;
  rows: SenateRow[];
}

/** A page as the Senate prints it. */
export function senatePage({ title, filer, filed, stated, rows }: SenatePage): string {
  const cells = rows.map((row, index) => {
    const values = [
      `${index + 1}`,
      row.date ?? "02/03/2025",
      row.owner ?? "Self",
      row.ticker ?? "<a href='#'>ZZQA</a>",
      row.asset ?? "Zed Quartz Corp",
      row.assetType ?? "Stock",
      row.type ?? "Purchase",
      row.amount ?? "$1,001 - $15,000",
      row.comment ?? "--",
    ];
    return `<tr>${values.map((value) => `<td>\n  ${value}\n</td>`).join("")}</tr>`;
  });
  const heads = ["#", "Transaction Date", "Owner", "Ticker", "Asset Name", "Asset Type", "Type", "Amount", "Comment"];
  return `<!DOCTYPE html><html><head><title>eFD: Print Periodic Transaction Report</title></head><body>
    <h1 class="mb-2">${title ?? "Periodic Transaction Report for 02/20/2025"}</h1>
    <h2 class="filedReport">${filer ?? "The Honorable Ada B\n Marlowe\n (Marlowe, Ada B.)"}</h2>
    <p class="muted"><strong><i class="fa"></i> Filed  ${filed ?? "02/20/2025 @ 6:31 AM"}</strong></p>
    <ul><li>(${stated ?? rows.length} transaction${(stated ?? rows.length) === 1 ? "" : "s"} total)</li></ul>
    <table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr></thead>
    <tbody>${cells.join("")}</tbody></table></body></html>`;
}

export interface HouseRow {
  id?: string;
  owner?: string;
  asset: string[];
  type: string;
  date: string;
  /** default: the date of the trade; null leaves it out */
  notified?: string | null;
  /** how the box of the last column is shown; default: not at all */
  capitalGains?: { as: "drawn" | "symbols"; isTicked: boolean };
  amount: string[];
  details?: string[];
}

const columns = { id: 25, owner: 66, asset: 105, type: 262, date: 327, notified: 382, amount: 446, capitalGains: 525 };

/** A report in the layout of the Clerk's forms; rows that do not fit continue on the next page, with the table's head repeated. */
export function housePdf(
  docId: string,
  rows: HouseRow[],
  options: {
    signed?: string;
    name?: string;
    footnote?: string[];
    withoutGains?: boolean;
    heading?: "three lines";
  } = {},
): Buffer {
  const pages: (DrawnText | DrawnBox)[][] = [];
  let y = 0;
  const put = (x: number, text: string) => pages.at(-1)?.push({ x, y, text });
  const putBox = ({ as, isTicked }: NonNullable<HouseRow["capitalGains"]>) => {
    if (as === "drawn") pages.at(-1)?.push({ x: 544, y: y - 3.6, isTicked });
    else pages.at(-1)?.push({ x: 540, y: y - 4, text: isTicked ? "gfedcb" : "gfedc" });
  };
  // the forms until 2014: headings of two lines above and below those of one, all in lower case
  const headOfThreeLines = () => {
    put(columns.type, "transaction");
    put(columns.notified, "notification");
    y -= 6;
    put(columns.id, "id");
    put(columns.owner, "owner");
    put(columns.asset, "asset");
    put(columns.date, "date");
    put(columns.amount, "amount");
    y -= 6;
    put(columns.type, "type");
    put(columns.notified, "date");
    y -= 11;
  };
  const head = () => {
    if (options.heading) return headOfThreeLines();
    put(columns.id, "ID");
    // one item over two columns, as older PDFs have it
    put(columns.owner, "Owner  Asset");
    put(columns.type, "Transaction");
    put(columns.date, "Date");
    put(columns.notified, "Notification");
    put(columns.amount, "Amount");
    if (!options.withoutGains) put(columns.capitalGains, "Cap.");
    y -= 11;
  };
  const startPage = () => {
    pages.push([]);
    y = 740;
  };
  startPage();
  put(480, `Filing ID #${docId}`);
  for (const [label, value] of [
    ["Name:", options.name ?? "Hon. Ben Quill"],
    ["Status:", "Member"],
    ["State/District:", "OH03"],
  ]) {
    y -= 15;
    put(22, label as string);
    put(99, value as string);
  }
  y -= 20;
  head();
  for (const row of rows) {
    y -= 16;
    put(columns.id, row.id ?? " ");
    put(columns.owner, row.owner ?? " ");
    put(columns.type, row.type);
    put(columns.date, row.date);
    if (row.notified !== null) put(columns.notified, row.notified ?? row.date);
    if (row.capitalGains) putBox(row.capitalGains);
    const lines = Math.max(row.asset.length, row.amount.length);
    for (let index = 0; index < lines; index++) {
      if (y < 60) {
        startPage();
        head();
      }
      if (row.asset[index]) put(columns.asset, row.asset[index] as string);
      if (row.amount[index]) put(columns.amount, row.amount[index] as string);
      y -= 10;
    }
    for (const detail of row.details ?? ["F      S     : New"]) {
      put(columns.asset, detail);
      y -= 12;
    }
  }
  for (const line of options.footnote ?? [
    "* For the complete list of asset type abbreviations, please visit the site.",
  ]) {
    put(25, line);
    y -= 14;
  }
  put(22, "I CERTIFY that the statements I have made on the attached Periodic Transaction Report are true.");
  y -= 14;
  put(22, `Digitally Signed: Hon. Ben Quill , ${options.signed ?? "03/10/2025"}`);
  return makePdf(pages);
}
