// One failed request: its parameters, the error response, and what to do about it.
import { Drawer } from "@mantine/core";
import { CopyButton } from "../copy-button.tsx";
import { Fact, Facts } from "../facts.tsx";
import { ForeignText } from "../foreign-text.tsx";
import { instant } from "../format.ts";
import { remedyFor } from "./remedies.ts";

export interface Failure {
  requestId: string;
  at: string;
  route: string;
  status: number;
  message: string;
  keyLastFour: string;
  /** name to value, or values, as sent */
  parameters: unknown;
}

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
    <Facts>
      <Fact name="What was answered">
        <ForeignText>{message}</ForeignText>
      </Fact>
      <Fact name="What to do">
        {remedy.words} <a href={remedy.href}>Read more</a>
      </Fact>
      <Fact name="Parameters">
        {sent.length === 0 && "none"}
        <ul>
          {sent.map(([name, value]) => (
            <li key={name}>
              <code>
                <ForeignText>{`${name} = ${typeof value === "string" ? value : JSON.stringify(value)}`}</ForeignText>
              </code>
            </li>
          ))}
        </ul>
      </Fact>
      <Fact name="Time">{instant(at)} UTC</Fact>
      <Fact name="Key">{keyLastFour ? <code>…{keyLastFour}</code> : "–"}</Fact>
      <Fact name="Request id">
        <code>{requestId}</code> <CopyButton text={requestId} label="Copy" />
      </Fact>
    </Facts>
  );
}
