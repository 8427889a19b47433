// A double of the House Clerk's site, serving the files of the data folder under the Clerk's paths.
//
// Where this was taken from:
// - /public_disc/financial-pdfs/<year>FD.zip with <year>FD.txt and <year>FD.xml: the Clerk's own zips in the data folder
//   (house-clerk-index/lijiangh-2025-02/2025FD.zip, house-clerk-index/itwela-2023/2022DamnDaniel.zip). Of the other years it
//   has only the .xml; their zip is built here and holds that file.
// - /public_disc/ptr-pdfs/<year>/<DocID>.pdf, the year being the index's `Year`: the contract's source_url ("ending
//   <DocID>.pdf"), and the links of the Clerk's search (disclosures-clerk.house.gov/FinancialDisclosure, "Search").
// - the body of a 404: house-ptr-pdf/not-pdf/Jakeintech-P_20033421.pdf, which a crawler stored as a report; status 404.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zipOf } from "../ingest/run/zip.ts";
import { type Double, type DoubleRequest, type DoubleResponse, type StartedDouble, startDouble } from "./kit.ts";
import { sharedData } from "./shared-data.ts";

const indexes = join(sharedData, "house-clerk-index");
const reports = join(sharedData, "house-ptr-pdf");

/** The newest index of each year in the data folder; `earlier` are snapshots of the same year. */
const years: Record<number, { file: string; earlier?: string }> = {
  2014: { file: "toddbrentlinger-2021-12/2014FD.xml" },
  2018: { file: "toddbrentlinger-2021-12/2018FD.xml" },
  2020: { file: "2020FD.xml", earlier: "toddbrentlinger-2021-12/2020FD.xml" },
  2021: { file: "2021FD.xml" },
  2022: { file: "2022FD.xml", earlier: "itwela-2023/2022DamnDaniel.zip" },
  2025: { file: "lijiangh-2025-02/2025FD.zip" },
  2026: { file: "2026FD.xml" },
};

export interface HouseDouble extends Double {
  /** which snapshot of a year with two of them is served; the newest by default */
  serve(year: number, snapshot: "earlier" | "newest"): void;
}

export async function startHouse(): Promise<HouseDouble> {
  const snapshots = new Map<number, "earlier" | "newest">();
  const double = await startDouble((request) => response(request, snapshots));
  return Object.assign(double, {
    serve: (year: number, snapshot: "earlier" | "newest") => {
      snapshots.set(year, snapshot);
    },
  });
}

export async function startedHouse(): Promise<StartedDouble> {
  const double = await startHouse();
  return { double, settings: { HOUSE_URL: double.url } };
}

function response({ method, path }: DoubleRequest, snapshots: Map<number, "earlier" | "newest">): DoubleResponse {
  if (method !== "GET") return { status: 405, body: "" };
  const year = /^\/public_disc\/financial-pdfs\/(\d{4})FD\.zip$/.exec(path)?.[1];
  if (year) return yearIndex(Number(year), snapshots.get(Number(year)) ?? "newest") ?? notFound();
  const report = /^\/public_disc\/ptr-pdfs\/\d{4}\/(\d+)\.pdf$/.exec(path)?.[1];
  const file = report && ["efiled", "scanned"].map((kind) => join(reports, kind, `${report}.pdf`)).find(existsSync);
  return file ? { headers: { "content-type": "application/pdf" }, body: readFileSync(file) } : notFound();
}

function yearIndex(year: number, snapshot: "earlier" | "newest"): DoubleResponse | null {
  const known = years[year];
  if (!known) return null;
  const file = (snapshot === "earlier" && known.earlier) || known.file;
  const bytes = readFileSync(join(indexes, file));
  const body = file.endsWith(".zip") ? bytes : zipOf({ [`${year}FD.xml`]: bytes });
  return { headers: { "content-type": "application/x-zip-compressed" }, body };
}

function notFound(): DoubleResponse {
  const body = readFileSync(join(reports, "not-pdf", "Jakeintech-P_20033421.pdf"));
  return { status: 404, headers: { "content-type": "text/html" }, body };
}
