// The operator's dashboard, behind the sign-in of an administrator. Pages with charts are loaded when they are opened.
// biome-ignore-all assist/source/organizeImports: the styles of start-app come before those of the pages
import { startApp } from "../frame/start-app.tsx";
import { createRootRoute, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Forbidden, NotFound, SignedIn } from "../frame/access.tsx";
import { type NavigationLink, Shell } from "../frame/shell.tsx";
import { AccountsPage } from "./account/accounts-page.tsx";
import { AuditPage } from "./audit/audit-page.tsx";

// The navigation of the dashboard, behind the sign-in of an administrator.
const links: NavigationLink[] = [
  { to: "/admin", label: "Overview", exact: true },
  { to: "/admin/accounts", label: "Accounts" },
  { to: "/admin/webhooks", label: "Webhooks" },
  { to: "/admin/ingestion", label: "Ingestion" },
  { to: "/admin/filings", label: "Filings" },
  { to: "/admin/quarantine", label: "Quarantine" },
  { to: "/admin/quality", label: "Quality" },
  { to: "/admin/audit", label: "Audit" },
];

function AdminFrame() {
  return (
    <SignedIn>
      {(user) =>
        user.role === "admin" ? (
          <Shell label="Dashboard" links={links} beside={<a href="/trades">Data</a>} />
        ) : (
          <Forbidden title="The operator's pages" href="/account" label="your account">
            You are not signed in as an administrator.
          </Forbidden>
        )
      }
    </SignedIn>
  );
}

const root = createRootRoute({ notFoundComponent: NotFound });

const admin = createRoute({ getParentRoute: () => root, path: "/admin", component: AdminFrame });
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
    path: "/webhooks",
    component: lazyRouteComponent(() => import("./webhooks/webhooks-page.tsx"), "WebhooksPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/webhooks/$id",
    component: lazyRouteComponent(() => import("./webhooks/webhook-page.tsx"), "WebhookPage"),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: "/quality",
    component: lazyRouteComponent(() => import("./quality/quality-page.tsx"), "QualityPage"),
  }),
  createRoute({ getParentRoute: () => admin, path: "/audit", component: AuditPage }),
  createRoute({
    getParentRoute: () => admin,
    path: "/settings",
    component: lazyRouteComponent(() => import("../frame/security.tsx"), "SecurityPage"),
  }),
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

startApp(root.addChildren([admin]));
