// The public data pages: paths in Express's syntax, and what each is about, for search engines.
// test/pages/app-paths.test.ts compares them with the routes in src/web/data.

/** The pictures of shared links, src/web/site/shared/<name>.png; `npm run pictures` draws them. */
export type SharedPicture = "site" | "company" | "insider" | "member" | "committee" | "cluster";

interface DataPage {
  path: string;
  about: string;
  /** what a page of one record is about; null for a list */
  record: "Organization" | "Person" | "Thing" | null;
  picture: SharedPicture;
}

const list = (path: string, about: string): DataPage => ({ path, about, record: null, picture: "site" });

export const dataPages: DataPage[] = [
  list("/trades", "Purchases, sales and other transactions of corporate insiders from SEC Forms 3, 4 and 5."),
  list("/congress", "Trades of members of Congress from their STOCK Act reports, with delay and committee match."),
  list("/clusters", "Companies whose insiders bought or sold together within 30 days."),
  list("/late", "Congressional trades that were disclosed after the deadline of 45 days, longest delay first."),
  list("/companies", "Companies with purchases and sales by insiders and members of Congress."),
  list("/insiders", "Corporate insiders with their trades and the 90-day track record of their purchases."),
  list("/politicians", "Members of Congress with their trades, late disclosures and 90-day performance."),
  list("/committees", "Committees of Congress with their members and matched trades."),
  list("/signal", "How often trades of each signal tier rose or fell as signalled, with confidence intervals."),
  list("/search", "Companies, insiders and members of Congress by name, ticker, CIK or bioguide id."),
  {
    path: "/companies/:tickerOrCik",
    about: "Trades of insiders and members of Congress in one company.",
    record: "Organization",
    picture: "company",
  },
  {
    path: "/insiders/:cik",
    about: "Trades and track record of one corporate insider.",
    record: "Person",
    picture: "insider",
  },
  {
    path: "/politicians/:id",
    about: "Trades, late disclosures and performance of one member of Congress.",
    record: "Person",
    picture: "member",
  },
  {
    path: "/committees/:code",
    about: "Members, jurisdiction and matched trades of one committee.",
    record: "Thing",
    picture: "committee",
  },
  {
    path: "/clusters/:id",
    about: "Insiders who traded the same company within 30 days.",
    record: "Thing",
    picture: "cluster",
  },
];

/** Former addresses of the pages, and where they lead. */
export const formerPaths: Record<string, string> = {
  "/admin/data": "/trades",
  "/admin/data/politician-trades": "/congress",
  "/admin/data/find": "/search",
  "/admin/signal": "/signal",
  ...Object.fromEntries(
    dataPages
      .filter(({ path }) => !["/congress", "/search", "/signal"].includes(path))
      .map(({ path }) => [`/admin/data${path}`, path]),
  ),
};
