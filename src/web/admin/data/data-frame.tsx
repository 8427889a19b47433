// The navigation of the data pages, above each list and page.
import { Link, Outlet } from "@tanstack/react-router";
import classes from "./data-frame.module.css";

const positions = [
  ["/admin/data/trades", "Insider trades"],
  ["/admin/data/politician-trades", "Congressional trades"],
  ["/admin/data/clusters", "Clusters"],
  ["/admin/data/late", "Late filings"],
  ["/admin/data/committees", "Committees"],
  ["/admin/data/find", "Find a name"],
] as const;

export function DataFrame() {
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
