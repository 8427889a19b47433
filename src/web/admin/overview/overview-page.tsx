// /admin: the overview. The service's figures, the problems that need attention, and the search for a filing.
import { SegmentedControl } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { count, instant } from "../../frame/format.ts";
import { Page } from "../../frame/page.tsx";
import { Panel } from "../../frame/panel.tsx";
import { useRead } from "../../frame/use-operation.ts";
import { Overview, type OverviewQuery } from "../../generated/operations.ts";
import { AttentionList } from "./attention-list.tsx";
import { FindFiling } from "./find-filing.tsx";
import classes from "./overview-page.module.css";
import { rangeOf, ranges } from "./ranges.ts";
import { ServiceChart } from "./service-chart.tsx";
import { ServiceFigures } from "./service-figures.tsx";
import { kindOf } from "./shown.ts";

/** fetch interval while the page is visible */
const everyMs = 15_000;

export function OverviewPage() {
  const search = useSearch({ strict: false }) as { range?: string; show?: string };
  const navigate = useNavigate();
  const range = rangeOf(search.range);
  const show = kindOf(search.show);
  const overview = useRead(Overview, { minutes: range.minutes, step: range.step }, { every: () => everyMs });
  return (
    <Page
      waiting={overview.isPending}
      title="Overview"
      summary={<AsOf overview={overview.data} />}
      actions={<FindFiling />}
    >
      <div className={classes.columns}>
        <Panel
          title="The API"
          query={overview}
          height={370}
          actions={
            <SegmentedControl
              size="xs"
              aria-label="Range"
              value={range.id}
              onChange={(id) => void navigate({ to: "/admin", search: { ...search, range: id }, replace: true })}
              data={ranges.map(({ id, label }) => ({ value: id, label }))}
            />
          }
        >
          {({ serviceSummary }) => (
            <>
              <ServiceFigures figures={serviceSummary} range={range} show={show} />
              {serviceSummary.requests === 0 ? (
                <p>No request in {range.words}. Whatever callers send shows here within seconds.</p>
              ) : (
                <ServiceChart service={serviceSummary} range={range} show={show} />
              )}
            </>
          )}
        </Panel>
        <Panel
          title="Needs attention"
          query={overview}
          height={44}
          empty={{ when: ({ attention }) => attention.length === 0, say: "✓ Nothing waits for you." }}
        >
          {({ attention }) => <AttentionList items={attention} />}
        </Panel>
      </div>
    </Page>
  );
}

const kinds: Record<string, string> = { sample: "invented sample records", empty: "nothing yet", real: "real records" };

function AsOf({ overview }: { overview: OverviewQuery | undefined }) {
  if (!overview) return " ";
  const { version, asOf, kind } = overview.dataVersion;
  return (
    <>
      The store holds {kinds[kind] ?? kind}: data version {count(Number(version))}, as of {instant(asOf)} UTC.
    </>
  );
}
