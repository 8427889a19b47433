// The public data pages: their addresses, and the frame around them.
import { createRootRoute, createRoute } from "@tanstack/react-router";
import { NotFound } from "../frame/access.tsx";
import { ClusterPage } from "./clusters/cluster-page.tsx";
import { ClustersPage } from "./clusters/clusters-page.tsx";
import { CommitteePage } from "./committees/committee-page.tsx";
import { CommitteesPage } from "./committees/committees-page.tsx";
import { CompaniesPage } from "./companies/companies-page.tsx";
import { CompanyPage } from "./companies/company-page.tsx";
import { DataShell } from "./data-shell.tsx";
import { FindPage } from "./find/find-page.tsx";
import { InsiderPage } from "./insiders/insider-page.tsx";
import { InsidersPage } from "./insiders/insiders-page.tsx";
import { LatePage } from "./late/late-page.tsx";
import { PoliticianTradesPage } from "./politician-trades/politician-trades-page.tsx";
import { PoliticianPage } from "./politicians/politician-page.tsx";
import { PoliticiansPage } from "./politicians/politicians-page.tsx";
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
