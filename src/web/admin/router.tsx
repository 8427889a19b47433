// The dashboard's addresses. What brings charts is fetched when it is opened.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { NotFound } from "../frame/not-found.tsx";
import { parseSearch, stringifySearch } from "../frame/search.ts";
import { AdminFrame } from "./admin-frame.tsx";
import { AuditPage } from "./audit/audit-page.tsx";

const root = createRootRoute({ notFoundComponent: NotFound });

const admin = createRoute({ getParentRoute: () => root, path: "/admin", component: AdminFrame });
admin.addChildren([
  createRoute({
    getParentRoute: () => admin,
    path: "/",
    component: lazyRouteComponent(() => import("./glance/glance-page.tsx"), "GlancePage"),
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
]);

export const router = createRouter({
  routeTree: root.addChildren([admin]),
  parseSearch,
  stringifySearch,
  defaultPreload: false,
  scrollRestoration: true,
});
