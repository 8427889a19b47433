// One failed request: what was sent, what was answered, and what to do about it.
import { Drawer } from "@mantine/core";
import { CopyButton } from "../../frame/copy-button.tsx";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { instant } from "../../frame/format.ts";
import type { ErrorsQuery } from "../../generated/operations.ts";
import classes from "./error-drawer.module.css";
import { remedyFor } from "./remedies.ts";

type Failure = ErrorsQuery["viewer"]["errors"]["nodes"][number];

export function ErrorDrawer({ failure, onClose }: { failure: Failure | undefined; onClose(): void }) {
  return (
    <Drawer
      opened={failure !== undefined}
      onClose={onClose}
      position="right"
      title={failure && `${failure.status} ${failure.route}`}
    >
      {failure && <Details failure={failure} />}
    </Drawer>
  );
}

function Details({ failure: { requestId, at, status, message, keyLastFour, parameters } }: { failure: Failure }) {
  const sent = Object.entries((parameters ?? {}) as Record<string, unknown>);
  const remedy = remedyFor(status);
  return (
    <dl className={classes.details}>
      <dt>What was answered</dt>
      <dd>
        <ForeignText>{message}</ForeignText>
      </dd>
      <dt>What to do</dt>
      <dd>
        {remedy.words} <a href={remedy.href}>Read more</a>
      </dd>
      <dt>Parameters</dt>
      <dd>
        {sent.length === 0 && "none"}
        <ul className={classes.sent}>
          {sent.map(([name, value]) => (
            <li key={name}>
              <code>
                <ForeignText>{`${name} = ${typeof value === "string" ? value : JSON.stringify(value)}`}</ForeignText>
              </code>
            </li>
          ))}
        </ul>
      </dd>
      <dt>Time</dt>
      <dd>{instant(at)} UTC</dd>
      <dt>Key</dt>
      <dd>{keyLastFour ? <code>…{keyLastFour}</code> : "–"}</dd>
      <dt>Request id</dt>
      <dd>
        <code>{requestId}</code> <CopyButton text={requestId} label="Copy" />
      </dd>
    </dl>
  );
}
