// A filing that is in no listing was never fetched; a run of its day may load it. The numbers of neighbouring filings
// tell the day, or the administrator enters it.
import { Alert, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { addDays } from "../../../calendar-date.ts";
import { todayUtc } from "../../../clock.ts";
import { isDay } from "../ingestion/days.ts";
import { RequestRun } from "../ingestion/request-run.tsx";
import type { FilingTrace } from "./filing-trace.ts";
import classes from "./trace.module.css";

export function RequestDay({ trace, isWatched }: { trace: FilingTrace; isWatched: boolean }) {
  const { source, aroundFrom, aroundTo } = trace;
  const [day, setDay] = useState(aroundFrom ?? aroundTo ?? "");
  const isRight = isDay(day) && day <= todayUtc();
  return (
    <Alert variant="default" mt={12} title="· Never fetched">
      <p className={classes.words}>
        No listing that was seen names it. {guess(aroundFrom, aroundTo)} A run of the day on which it was filed fetches
        it.
      </p>
      <div className={classes.ask}>
        <TextInput
          type="date"
          label="Filed on"
          value={day}
          max={todayUtc()}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        {isRight && (
          <>
            <RequestRun
              source={source}
              range={{ from: day, to: day }}
              isWatched={isWatched}
              label={`Start run of ${day}`}
            />
            <Link to="/admin/ingestion" search={{ source, from: day, until: weekBehind(day) }}>
              What is known of that day
            </Link>
          </>
        )}
      </div>
    </Alert>
  );
}

const weekBehind = (day: string): string | undefined => {
  const behind = addDays(day, 3);
  return behind < todayUtc() ? behind : undefined;
};

function guess(from: string | null, to: string | null): string {
  if (from && to)
    return from === to ? `By its number it was filed on ${from}.` : `By its number it was filed from ${from} to ${to}.`;
  if (from) return `By its number it was filed on ${from} or later.`;
  return to ? `By its number it was filed on ${to} or before.` : "";
}
