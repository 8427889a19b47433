// Metrics of a process that sends events, by webhook or by mail, and what it logs.
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { SentChannel } from "../events/claims.ts";
import type { SenderReport } from "../events/sender.ts";
import { reasonOf } from "../lib/reason.ts";

export interface SenderMetrics {
  note(report: SenderReport): void;
  observeInFlight(inFlight: () => number): void;
}

/** Channel -> the words of its metrics. */
const about: Readonly<Record<SentChannel, { response: string; paused: string }>> = {
  webhook: {
    response: "until the beginning of the receiver's response is read",
    paused: "Webhooks that were paused after 72 hours of failure",
  },
  mail: {
    response: "from the connection to the mail server's response",
    paused: "Mail subscriptions that were paused after 72 hours of failure",
  },
};

/** seconds; a receiver has 10 s, a mail server 20 s */
const buckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Described in docs/metrics.md. */
export function createSenderMetrics(registry: Registry, channel: SentChannel): SenderMetrics {
  const registers = [registry];
  const name = (rest: string) => `disclosed_${channel}_${rest}`;
  const attempts = new Counter({
    name: name("attempts_total"),
    help: "Attempts to deliver a message, by result",
    labelNames: ["result"],
    registers,
  });
  const seconds = new Histogram({
    name: name("attempt_seconds"),
    help: `Duration of an attempt, ${about[channel].response}`,
    buckets,
    registers,
  });
  const paused = new Counter({ name: name("paused_total"), help: about[channel].paused, registers });
  const failures = new Counter({
    name: name("sender_failures_total"),
    help: "Failures of the sender itself, such as an unreachable database; it retries",
    registers,
  });
  for (const result of ["delivered", "failed"]) attempts.inc({ result }, 0);
  return {
    note(report) {
      if (report.kind === "paused") paused.inc();
      else if (report.kind === "failed") failures.inc();
      else {
        attempts.inc({ result: report.error === null ? "delivered" : "failed" });
        seconds.observe(report.durationMs / 1000);
      }
    },
    observeInFlight(inFlight) {
      const gauge: Gauge = new Gauge({
        name: name("in_flight"),
        help: "Deliveries in progress",
        registers,
        collect: () => gauge.set(inFlight()),
      });
    },
  };
}

/** What the process logs: not each attempt, which is stored. */
export type LoggedReport = Exclude<SenderReport, { kind: "sent" }> & { channel: SentChannel };

/** The report as one line. */
export const formatReport = (report: LoggedReport): string =>
  report.kind === "paused"
    ? `${report.channel} ${report.subscriptionId}: paused after 72 hours of failure: ${report.error}`
    : `${report.channel}: ${reasonOf(report.error)}; retrying`;
