// The service's figures over a range; each links to its chart.
import { Figures } from "../../frame/figures.tsx";
import { count, share } from "../../frame/format.ts";
import type { OverviewQuery } from "../../generated/operations.ts";
import type { Range } from "./ranges.ts";
import type { Shown } from "./shown.ts";

interface ServiceFiguresProps {
  figures: OverviewQuery["serviceSummary"];
  range: Range;
  show: Shown;
}

export function ServiceFigures({ figures, range, show }: ServiceFiguresProps) {
  const { requests, errors, clientErrors, refusals, cacheHits, cacheMisses, p50, p99 } = figures;
  const answers = cacheHits + cacheMisses;
  const figure = (kind: Shown, label: string, value: string, note: string) => ({
    label,
    value,
    note,
    to: "/admin",
    search: { range: range.id, show: kind },
    shown: show === kind,
  });
  return (
    <Figures
      figures={[
        figure(
          "requests",
          "Requests",
          count(requests),
          `${count(Math.round((requests / range.minutes) * 10) / 10)} a minute`,
        ),
        figure(
          "errors",
          "Errors (5xx)",
          errors > 0 ? `× ${count(errors)}` : "✓ 0",
          `${share(errors, requests)}; 4xx: ${count(clientErrors)}`,
        ),
        figure("latency", "p50 / p99", `${milliseconds(p50)} / ${milliseconds(p99)}`, "ms, to a fifth"),
        figure("cache", "Cache hits", share(cacheHits, answers), `of ${count(answers)} answers`),
        figure("refusals", "Refusals (429)", count(refusals), `${share(refusals, requests)} of requests`),
      ]}
    />
  );
}

const milliseconds = (value: number | null) => count(value === null ? null : Number(value.toPrecision(2)));
