// One request in five languages, ready to paste. The chosen language is stored and shared with the documentation.
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: code scrolls, so it takes the focus
// biome-ignore-all lint/a11y/useSemanticElements: no fieldset, there is nothing to fill in
import { Tabs } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { codeSample, type SampledRequest, type SampleLanguage, sampleLanguages } from "../../pages/code-samples.ts";
import { CopyButton } from "./copy-button.tsx";
import classes from "./samples.module.css";

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
