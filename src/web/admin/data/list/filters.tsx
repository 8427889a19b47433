// The filters of a list, built from its route's parameters: a search box, others behind a button, chosen ones as chips.
import { Button, CloseButton, Collapse, NativeSelect, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type KeyboardEvent, useId } from "react";
import type { Parameter, Parameters } from "../../../../../rest/params/parameter.ts";
import type { Vocabulary } from "../../../../../rest/ports.ts";
import type { ParameterProblem } from "../../../../errors.ts";
import { pageSearch } from "../../../frame/letter-keys.ts";
import { ForeignText } from "../../../frame/text.tsx";
import classes from "./filters.module.css";
import { chosenFilters, filterNames, type ListSearch } from "./request.ts";

interface FiltersProps {
  parameters: Parameters;
  /** the parameter that the search box represents */
  searched: string;
  /** placeholder of the search box */
  hint: string;
  search: ListSearch;
  problems: ParameterProblem[];
  vocabulary: Vocabulary | undefined;
  onChange(changes: ListSearch): void;
}

export function Filters({ parameters, searched, hint, search, problems, vocabulary, onChange }: FiltersProps) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  const names = filterNames(parameters).filter((name) => name !== searched);
  const field = (name: string) => ({
    name,
    parameter: parameters[name] as Parameter<unknown>,
    value: search[name] ?? "",
    error: problems.find(({ parameter }) => parameter === name)?.message,
    vocabulary,
    onChange: (value: string) => onChange({ [name]: value || undefined }),
  });
  return (
    <search>
      <div className={classes.bar}>
        <div className={classes.search}>
          <Field key={search[searched] ?? ""} {...field(searched)} hint={hint} />
        </div>
        <Button variant="default" size="compact-md" onClick={toggle} aria-expanded={opened} aria-controls={id}>
          Filters
        </Button>
        <Chips names={chosenFilters(search)} search={search} onDrop={(name) => onChange({ [name]: undefined })} />
      </div>
      <Problems problems={problems} />
      <Collapse expanded={opened} id={id}>
        <div className={classes.fields}>
          {names.map((name) => (
            <Field key={`${name} ${search[name] ?? ""}`} {...field(name)} />
          ))}
        </div>
      </Collapse>
    </search>
  );
}

interface ChipsProps {
  names: string[];
  search: ListSearch;
  onDrop(name: string): void;
}

function Chips({ names, search, onDrop }: ChipsProps) {
  if (names.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {names.map((name) => (
        <li key={name} className={classes.chip}>
          {wordsOf(name)}: <ForeignText>{search[name] ?? ""}</ForeignText>
          <CloseButton size="xs" aria-label={`Drop ${wordsOf(name)}`} onClick={() => onDrop(name)} />
        </li>
      ))}
    </ul>
  );
}

/** Lists all invalid parameters of the URL in one place, because their fields may be hidden. */
function Problems({ problems }: { problems: ParameterProblem[] }) {
  return (
    <div role="status" className={classes.problems}>
      {problems.map(({ parameter, message }) => (
        <div key={parameter}>
          × <ForeignText>{`${parameter} ${message}`}</ForeignText>
        </div>
      ))}
    </div>
  );
}

interface FieldProps {
  name: string;
  parameter: Parameter<unknown>;
  value: string;
  error: string | undefined;
  vocabulary: Vocabulary | undefined;
  /** placeholder of the search box, which has no visible label */
  hint?: string;
  onChange(value: string): void;
}

function Field({ name, parameter, value, error, vocabulary, hint, onChange }: FieldProps) {
  const list = useId();
  const label = wordsOf(name);
  const { choices } = parameter;
  if (choices)
    return (
      <NativeSelect
        label={label}
        title={parameter.description}
        size="xs"
        value={value}
        error={error}
        data={[{ value: "", label: "any" }, ...choices, ...(value && !choices.includes(value) ? [value] : [])]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const suggestions = suggestionsOf(name, vocabulary);
  const take = (text: string) => text.trim() !== value && onChange(text.trim());
  return (
    <>
      <TextInput
        {...(hint
          ? { type: "search", "aria-label": label, placeholder: hint, ...pageSearch }
          : { type: inputType(parameter), label, placeholder: parameter.example })}
        title={parameter.description}
        size="xs"
        defaultValue={value}
        error={hint ? Boolean(error) : error}
        list={suggestions.length > 0 ? list : undefined}
        onBlur={(event) => take(event.currentTarget.value)}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => event.key === "Enter" && take(event.currentTarget.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
}

function inputType({ schema, list }: Parameter<unknown>): string {
  if (list) return "text";
  if (schema.format === "date") return "date";
  return schema.type === "integer" ? "number" : "text";
}

function suggestionsOf(name: string, vocabulary: Vocabulary | undefined): string[] {
  if (name === "sectors") return vocabulary?.sectors ?? [];
  if (name === "industries") return vocabulary?.industries ?? [];
  if (name === "tradeTypes") return vocabulary?.transactionCodes.map(({ code, label }) => `${code} - ${label}`) ?? [];
  return [];
}

/** `filedFrom` -> `filed from` */
function wordsOf(name: string): string {
  return name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
