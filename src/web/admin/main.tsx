// The operator's dashboard, behind the sign-in of an administrator. Pages with charts are loaded when they are opened.
// biome-ignore-all assist/source/organizeImports: the styles of start-app come before those of the pages
import { startApp } from "../frame/start-app.tsx";
import { createRootRoute, createRoute, Link, lazyRouteComponent, Outlet, redirect } from "@tanstack/react-router";
import { Forbidden, NotFound, SignedIn } from "../frame/access.tsx";
import { type NavigationLink, Shell } from "../frame/shell.tsx";
import { AccountsPage } from "./account/accounts-page.tsx";
import { AuditPage } from "./audit/audit-page.tsx";
import classes from "./main.module.css";

// The navigation of the dashboard, behind the sign-in of an administrator.
const links: NavigationLink[] = [
  { to: "/admin", label: "Overview", exact: true },
  { to: "/admin/accounts", label: "Accounts" },
  { to: "/admin/ingestion", label: "Ingestion" },
  { to: "/admin/filings", label: "Filings" },
  { to: "/admin/quarantine", label: "Quarantine" },
  { to: "/admin/data", label: "Data" },
  { to: "/admin/quality", label: "Quality" },
  { to: "/admin/signal", label: "Signal" },
  { to: "/admin/audit", label: "Audit" },
];

function AdminFrame() {
  return (
    <SignedIn>
      {(user) =>
        user.role === "admin" ? (
          <Shell label="Dashboard" links={links} />
        ) : (
          <Forbidden title="The operator's pages" href="/account" place="your account">
            You are not signed in as an administrator.
          </Forbidden>
        )
      }
    </SignedIn>
  );
}

const root = createRootRoute({ notFoundComponent: NotFound });

const admin = createRoute({ getParentRoute: () => root, path: "/admin", component: AdminFrame });
const data = createRoute({ getParentRoute: () => admin, path: "/data", component: DataFrame });
data.addChildren([
  createRoute({
    getParentRoute: () => data,
    path: "/",
    beforeLoad: () => {
      throw redirect({ to: "/admin/data/trades", replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => data,
    path: "/trades",
    component: lazyRouteComponent(() => import("./data/trades/trades-page.tsx"), "TradesPage"),
  }),
  createRoute({
    getParentRoute: () => data,
    path: "/politician-trades",
    component: lazyRouteComponent(
      () => import("./data/politician-trades/politician-trades-page.tsx"),
      "PoliticianTradesPage",
    ),
  }),
  createRoute({
    getParentRoute: () => data,
    path: "/clusters",
    component: lazyRouteComponent(() => import("./data/clusters/clusters-page.tsx"), "ClustersPage"),
  }),
  createRoute({
    getParentRoute: () => data,
    path: "/late",
    component: lazyRouteComponent(() => import("./data/late/late-page.tsx"), "LatePage"),
  }),
  createRoute({
    getParentRoute: () => data,
    path: "/committees",
    component: lazyRouteComponent(() => import("./data/committees/committees-page.tsx"), "CommitteesPage"),
  }),
  createRoute({
    getParentRoute: () => data,
    path: "/find",
    component: lazyRouteComponent(() => import("./data/find/find-page.tsx"), "FindPage"),
  }),
  createRoute({
    getParentRoute: () => data,
    path: "/politicians/$id",
    component: lazyRouteComponent(() => import("./data/politicians/politician-page.tsx"), "PoliticianPage"),
  }),
  createRoute({
    getParentRoute: () => data,
    path: "/insiders/$cik",
    component: lazyRouteComponent(() => import("./data/insiders/insider-page.tsx"), "InsiderPage"),
  }),
  createRoute({
    getParentRoute: () => data,
    path: "/companies/$cik",
    component: lazyRouteComponent(() => import("./data/companies/company-page.tsx"), "CompanyPage"),
  }),
  createRoute({
    getParentRoute: () => data,
    path: "/committees/$code",
    component: lazyRouteComponent(() => import("./data/committees/committee-page.tsx"), "CommitteePage"),
  }),
  createRoute({
    getParentRoute: () => data,
    path: "/clusters/$id",
    component: lazyRouteComponent(() => import("./data/clusters/cluster-page.tsx"), "ClusterPage"),
  }),
]);

admin.addChildren([
  createRoute({
    getParentRoute: () => admin,
    path: "/",
    component: lazyRouteComponent(() => import("./overview/overview-page.tsx"), "OverviewPage"),
  }),
  createRoute({ getParentRoute: () => admin, path: "/accounts", component: AccountsPage }),
  createRoute({
    getParentRoute: () => admin,
    path: "/accounts/$id",
    component: lazyRouteComponent(() => import("./account/account-page.tsx"), "AccountPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/quality",
    component: lazyRouteComponent(() => import("./quality/quality-page.tsx"), "QualityPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/signal",
    component: lazyRouteComponent(() => import("./signal/signal-page.tsx"), "SignalPage"),
  }),
  createRoute({ getParentRoute: () => admin, path: "/audit", component: AuditPage }),
  createRoute({
    getParentRoute: () => admin,
    path: "/ingestion",
    component: lazyRouteComponent(() => import("./ingestion/ingestion-page.tsx"), "IngestionPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/ingestion/runs/$id",
    component: lazyRouteComponent(() => import("./ingestion/run-page.tsx"), "RunPage"),
  }),
  data,
  createRoute({
    getParentRoute: () => admin,
    path: "/filings",
    component: lazyRouteComponent(() => import("./filings/filings-page.tsx"), "FilingsPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/quarantine",
    component: lazyRouteComponent(() => import("./quarantine/quarantine-page.tsx"), "QuarantinePage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/quarantine/$id",
    component: lazyRouteComponent(() => import("./quarantine/item-page.tsx"), "QuarantineItemPage"),
  }),
]);

/** The navigation of the data pages, above each list and page. */
const positions = [
  ["/admin/data/trades", "Insider trades"],
  ["/admin/data/politician-trades", "Congressional trades"],
  ["/admin/data/clusters", "Clusters"],
  ["/admin/data/late", "Late filings"],
  ["/admin/data/committees", "Committees"],
  ["/admin/data/find", "Find a name"],
] as const;

function DataFrame() {
  return (
    <>
      <nav className={classes.places} aria-label="Data">
        {positions.map(([to, label]) => (
          <Link key={to} to={to} activeOptions={{ includeSearch: false }} className={classes.place}>
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  );
}

startApp(root.addChildren([admin]));
