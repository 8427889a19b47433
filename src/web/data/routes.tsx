// The public data pages: their addresses, and the frame around them.
import { createRootRoute, createRoute } from "@tanstack/react-router";
import { useEffect } from "react";
import { publicLinks, searchPage, statute } from "../../pages/site-texts.ts";
import { NotFound } from "../frame/access.tsx";
import { useSession } from "../frame/session.ts";
import { Shell } from "../frame/shell.tsx";
import { ClusterPage, ClustersPage } from "./clusters/cluster-pages.tsx";
import { CommitteePage, CommitteesPage } from "./committees/committee-pages.tsx";
import { CompaniesPage } from "./companies/companies-page.tsx";
import { CompanyPage } from "./companies/company-page.tsx";
import classes from "./data-shell.module.css";
import { FindPage } from "./find/find-page.tsx";
import { InsiderPage, InsidersPage } from "./insiders/insider-pages.tsx";
import { LatePage } from "./late/late-page.tsx";
import { PoliticianTradesPage } from "./politician-trades/politician-trades-page.tsx";
import { PoliticianPage, PoliticiansPage } from "./politicians/politician-pages.tsx";
import { SignalPage } from "./signal/signal-page.tsx";
import { TradesPage } from "./trades/trades-page.tsx";

const root = createRootRoute({ notFoundComponent: NotFound });
const data = createRoute({ getParentRoute: () => root, id: "data", component: DataShell });

export const dataRoutes = root.addChildren([
  data.addChildren([
    createRoute({ getParentRoute: () => data, path: "/trades", component: TradesPage }),
    createRoute({ getParentRoute: () => data, path: "/congress", component: PoliticianTradesPage }),
    createRoute({ getParentRoute: () => data, path: "/clusters", component: ClustersPage }),
    createRoute({ getParentRoute: () => data, path: "/clusters/$id", component: ClusterPage }),
    createRoute({ getParentRoute: () => data, path: "/late", component: LatePage }),
    createRoute({ getParentRoute: () => data, path: "/companies", component: CompaniesPage }),
    createRoute({ getParentRoute: () => data, path: "/companies/$tickerOrCik", component: CompanyPage }),
    createRoute({ getParentRoute: () => data, path: "/insiders", component: InsidersPage }),
    createRoute({ getParentRoute: () => data, path: "/insiders/$cik", component: InsiderPage }),
    createRoute({ getParentRoute: () => data, path: "/politicians", component: PoliticiansPage }),
    createRoute({ getParentRoute: () => data, path: "/politicians/$id", component: PoliticianPage }),
    createRoute({ getParentRoute: () => data, path: "/committees", component: CommitteesPage }),
    createRoute({ getParentRoute: () => data, path: "/committees/$code", component: CommitteePage }),
    createRoute({ getParentRoute: () => data, path: "/signal", component: SignalPage }),
    createRoute({ getParentRoute: () => data, path: "/search", component: FindPage }),
  ]),
]);

// The frame of the public pages: the header with the search for names, and the statute's note below every page.

function DataShell() {
  // Here, and not around the router: React takes over what is within the router's boundary of Suspense later, and renders
  // a change of the address before it into the elements of another page.
  useEffect(() => document.documentElement.setAttribute("data-hydrated", "true"), []);
  return (
    <>
      <Shell label="Data" links={[...publicLinks]} beside={<Beside />} />
      <footer className={classes.foot}>
        <p>{statute}</p>
        <p>Nothing here is investment advice.</p>
      </footer>
    </>
  );
}

function Beside() {
  const user = useSession().data?.user;
  return (
    <>
      <FindForm />
      {!user && (
        <a href="/sign-in" className={classes.enter}>
          Sign in
        </a>
      )}
    </>
  );
}

function FindForm() {
  return (
    <form action={searchPage.to} className={classes.find}>
      <input
        type="search"
        name="q"
        aria-label={searchPage.label}
        placeholder={searchPage.label}
        maxLength={200}
        required
      />
    </form>
  );
}
