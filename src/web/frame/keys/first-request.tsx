// The first request: its URL, the request in five languages, ready to paste, and the notice of its arrival. The chosen
// language is stored and shared with the documentation.
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: code scrolls, so it takes the focus
// biome-ignore-all lint/a11y/useSemanticElements: no fieldset, there is nothing to fill in
import { Loader, Tabs } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { codeSample, type SampledRequest, type SampleLanguage, sampleLanguages } from "../../../pages/code-samples.ts";
import { count } from "../format.ts";
import { CopyButton } from "../text.tsx";
import classes from "./first-request.module.css";

const names = Object.keys(sampleLanguages) as SampleLanguage[];
const plain = { serialize: (value: string) => value, deserialize: (value?: string) => value ?? "shell" };

export function Samples({ request }: { request: SampledRequest }) {
  const [remembered, setLanguage] = useLocalStorage({
    key: "disclosed-sample-language",
    defaultValue: "shell",
    ...plain,
  });
  const language = names.find((name) => name === remembered) ?? "shell";
  const code = codeSample(language, request);
  return (
    <Tabs value={language} onChange={(name) => setLanguage(name ?? "shell")} keepMounted={false}>
      <div className={classes.head}>
        <Tabs.List aria-label="Language" className={classes.tabs}>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {sampleLanguages[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <CopyButton text={code} />
      </div>
      {names.map((name) => (
        <Tabs.Panel key={name} value={name}>
          <pre className={classes.code} tabIndex={0} role="group" aria-label={`${sampleLanguages[name]} sample`}>
            <code>{codeSample(name, request)}</code>
          </pre>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The URL of the sample request: the newest purchases, at the origin of this page. */
export function firstAddress(): string {
  return `${location.origin}/api/v1/trades?tradeTypes=P&pageSize=5`;
}

interface ArrivalProps {
  mark: { status: number; milliseconds: number; requestId: string } | null;
  /** requests left today */
  remaining: number;
}

/** Shows "Waiting" until a request has arrived, then its status. */
export function Arrival({ mark, remaining }: ArrivalProps) {
  return (
    <p className={classes.arrival} role="status" data-good={mark ? mark.status < 400 : undefined}>
      {mark ? (
        <>
          {mark.status < 400 ? "✓" : "×"} <strong>{mark.status}</strong>, {count(Math.round(mark.milliseconds))} ms,
          request <code>{mark.requestId}</code>, {count(remaining)} left today
        </>
      ) : (
        <>
          <Loader size={12} aria-hidden="true" /> Waiting for the request
        </>
      )}
    </p>
  );
}
