// Counts and latencies of the service, for the administrators' overview.
import { badParameters } from "../../errors.ts";
import { type ServiceSummary as Figures, serviceSummary } from "../../store/statistics/service-minutes.ts";
import { builder } from "../builder.ts";
import { admin } from "./scopes.ts";

const Minute = builder.objectRef<Figures["minutes"][number]>("ServiceMinute").implement({
  ...admin,
  fields: (t) => ({ minute: t.expose("minute", { type: "DateTime" }) }),
});

const ServiceSummary = builder.objectRef<Figures>("ServiceSummary").implement({
  ...admin,
  fields: (t) => ({
    minutes: t.field({
      type: [Minute],
      description: "minutes with requests, oldest first; a step of several minutes has the time of its first minute",
      complexity: 20,
      resolve: ({ minutes }) => minutes,
    }),
  }),
});

for (const type of [Minute, ServiceSummary]) {
  builder.objectFields(type as typeof Minute, (t) => ({
    requests: t.exposeInt("requests"),
    clientErrors: t.exposeInt("clientErrors", { description: "responses with status 4xx except 429" }),
    errors: t.exposeInt("errors", { description: "responses with status 5xx" }),
    refusals: t.exposeInt("refusals", { description: "responses with status 429" }),
    cacheHits: t.exposeInt("cacheHits"),
    cacheMisses: t.exposeInt("cacheMisses"),
    p50: t.exposeFloat("p50", { nullable: true, description: "milliseconds, within 20 percent" }),
    p99: t.exposeFloat("p99", { nullable: true }),
  }));
}

const maxMinutes = 7 * 24 * 60;

builder.queryField("serviceSummary", (t) =>
  t.field({
    ...admin,
    type: ServiceSummary,
    args: {
      minutes: t.arg.int({ required: true, defaultValue: 60 }),
      step: t.arg.int({ required: true, defaultValue: 1, description: "number of minutes per step" }),
    },
    resolve: (_, { minutes, step }, { db }) => {
      for (const [name, value] of Object.entries({ minutes, step }))
        if (value < 1 || value > maxMinutes)
          throw badParameters({ parameter: name, message: `must be 1 to ${maxMinutes}` });
      return serviceSummary(db, { minutes, step });
    },
  }),
);
