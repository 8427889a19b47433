// The settings of what operates the service: metrics, backups, ready-made files, webhooks, mail, traces.
import { z } from "zod";
import { cron, flag, folder, host, httpUrl, port, url, whole } from "./values.ts";

/** name -> {schema, default in words, meaning}: rows of the table in docs/settings.md */
export const operationSettings = {
  METRICS_PORT: {
    schema: port.optional(),
    fallback: "none",
    meaning: "port of `/metrics` for Prometheus (docs/metrics.md)",
  },
  METRICS_HOST: {
    schema: host.default("127.0.0.1"),
    fallback: "127.0.0.1",
    meaning: "address that `/metrics` listens on; every client that can connect may read it",
  },
  SYNC_METRICS_PORT: {
    schema: port.optional(),
    fallback: "none",
    meaning:
      "port on METRICS_HOST where `disclosed sync --watch` serves `/metrics`, `/healthz` and `/readyz`; must differ from the service's METRICS_PORT, so that both can run on one machine",
  },
  BACKUP_DIR: {
    schema: folder.optional(),
    fallback: "none",
    meaning:
      "folder for scheduled backups, which one of the processes with this setting (`disclosed sync --watch` or the service) writes; without it there are none (docs/operations/backup.md)",
  },
  BACKUP_SCHEDULE: {
    schema: cron.default("15 2 * * *"),
    fallback: "15 2 * * *",
    meaning: "when a backup is due: a cron expression of five fields in UTC; the first one is due at once",
  },
  BACKUP_KEEP: {
    schema: whole(1, 10_000).default(7),
    fallback: "7",
    meaning:
      "number of backups kept in BACKUP_DIR; older ones are deleted when a newer one has been written and checked",
  },
  EXPORTS_DIR: {
    schema: folder.optional(),
    fallback: "none",
    meaning:
      "folder of the ready-made files that callers download, for the service, `disclosed sync --watch` and `disclosed export --publish`; without it there are none (docs/guides/bulk.md)",
  },
  EXPORTS_SCHEDULE: {
    schema: cron.default("30 4 * * *"),
    fallback: "30 4 * * *",
    meaning: "when `disclosed sync --watch` updates the files of EXPORTS_DIR: a cron expression of five fields in UTC",
  },
  WEBHOOKS_SENDER: {
    schema: z.enum(["watch", "serve", "both", "none"]).default("watch"),
    fallback: "watch",
    meaning:
      "processes that send events to webhooks: `watch` each `disclosed sync --watch`, `serve` each service, `both` or `none`; any number of them share the work",
  },
  WEBHOOKS_ALLOW_LOOPBACK: {
    schema: flag.default(false),
    fallback: "false",
    meaning:
      "`true` allows webhooks to this machine, also by http, for development; do not use it if others can create webhooks",
  },
  SMTP_URL: {
    schema: url(["smtp:", "smtps:"]).optional(),
    fallback: "none",
    meaning:
      "mail server: `smtp://[user:password@]host:port`, `smtps://` for TLS from the beginning; each service and each `disclosed sync --watch` with it sends mail. Needs MAIL_FROM and PUBLIC_URL (docs/guides/mail.md)",
  },
  MAIL_FROM: {
    schema: z
      .string()
      .regex(/^(?:[^<>@\r\n"]{1,100} <[^<>@\s"]{1,64}@[^<>@\s"]{1,190}>|[^<>@\s"]{1,64}@[^<>@\s"]{1,190})$/, {
        message: "must be an e-mail address, or a name and an address as in `Disclosed <alerts@example.com>`",
      })
      .optional(),
    fallback: "none",
    meaning: "sender of mail: `Disclosed <alerts@example.com>` or an address",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: httpUrl.optional(),
    fallback: "none",
    meaning:
      "base URL of an OpenTelemetry collector (OTLP over HTTP) that traces are sent to, e.g. `http://127.0.0.1:4318`; the other standard variables apply as well (docs/operations/traces.md)",
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    schema: httpUrl.optional(),
    fallback: "OTEL_EXPORTER_OTLP_ENDPOINT/v1/traces",
    meaning: "the complete URL that traces are sent to, if it differs from the usual one",
  },
  OTEL_SDK_DISABLED: {
    schema: flag.default(false),
    fallback: "false",
    meaning: "`true` sends no traces, whatever the endpoint",
  },
} as const;
