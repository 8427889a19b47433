// The filters of a list, made from the parameters of its route: a search box, presets, the usual filters, the others
// behind a button, chosen ones as chips. The control of a filter is a select if its values are few, otherwise a text
// field, with suggestions where names are known. It is a form whose controls have the names of the API, so that it also
// works without scripts.
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useEffect, useId, useRef } from "react";
import type { Parameter, Parameters } from "../../../../rest/params/parameter.ts";
import type { Vocabulary } from "../../../../rest/ports.ts";
import type { ParameterProblem } from "../../../errors.ts";
import { pageSearch } from "../../frame/letter-keys.ts";
import { ForeignText } from "../../frame/text.tsx";
import classes from "./filters.module.css";
import { chosenFilters, filterNames, type ListSearch, labelOf, optionsOf } from "./search.ts";

/** Filters that are often used together, under a name; chosen again it is removed. */
export interface Preset {
  label: string;
  filters: Record<string, string>;
}

interface FiltersProps {
  /** URL of the page, to which the form without scripts leads */
  path: string;
  parameters: Parameters;
  /** the parameter that the search box represents */
  searched: string;
  /** placeholder of the search box */
  hint: string;
  presets?: Preset[];
  /** names of the parameters that are always shown */
  usual: string[];
  /** the search box has the focus when the page opens */
  isFocused: boolean;
  search: ListSearch;
  problems: ParameterProblem[];
  vocabulary: Vocabulary | undefined;
  onChange(changes: ListSearch): void;
}

export function Filters(props: FiltersProps) {
  const { path, parameters, searched, hint, presets = [], usual, search, problems, vocabulary, onChange } = props;
  const others = filterNames(parameters).filter((name) => name !== searched && !usual.includes(name));
  const field = (name: string) => (
    <Field
      key={name}
      name={name}
      parameter={parameters[name] as Parameter<unknown>}
      value={search[name] ?? ""}
      error={problems.find(({ parameter }) => parameter === name)?.message}
      vocabulary={vocabulary}
      hint={name === searched ? hint : undefined}
      isFocused={name === searched && props.isFocused}
      onChange={(value) => onChange({ [name]: value || undefined })}
    />
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)].map(
      ([name, value]) => [name, String(value).trim()] as const,
    );
    // the value that the list has without the parameter stays out of the URL
    const isDefault = (name: string, value: string) => value === String(parameters[name]?.schema.default ?? "");
    onChange(Object.fromEntries(entries.map(([name, value]) => [name, isDefault(name, value) ? undefined : value])));
  };
  return (
    <search>
      <form action={path} onSubmit={submit}>
        <div className={classes.bar}>
          <div className={classes.search}>{field(searched)}</div>
          {presets.length > 0 && <Presets presets={presets} search={search} />}
        </div>
        {usual.length > 0 && <div className={classes.fields}>{usual.map(field)}</div>}
        {others.length > 0 && (
          <details
            className={classes.more}
            open={others.some((name) => problems.some((one) => one.parameter === name))}
          >
            <summary>More filters</summary>
            <div className={classes.fields}>{others.map(field)}</div>
          </details>
        )}
        {["sort", "order", "pageSize"].map(
          (name) => search[name] && <input key={name} type="hidden" name={name} value={search[name]} />,
        )}
        <Button type="submit" size="compact-sm" variant="default" className={classes.apply}>
          {usual.length + others.length > 0 ? "Apply filters" : "Search"}
        </Button>
      </form>
      <Chips {...props} />
      <Problems problems={problems} parameters={parameters} />
    </search>
  );
}

function Presets({ presets, search }: { presets: Preset[]; search: ListSearch }) {
  return (
    <ul className={classes.presets} aria-label="Presets">
      {presets.map(({ label, filters }) => {
        const isChosen = Object.entries(filters).every(([name, value]) => search[name] === value);
        const without = Object.fromEntries(Object.keys(filters).map((name) => [name, undefined]));
        const next = { ...search, page: undefined, row: undefined, ...(isChosen ? without : filters) };
        return (
          <li key={label}>
            <Link
              to="."
              search={next}
              resetScroll={false}
              className={classes.preset}
              data-chosen={isChosen || undefined}
            >
              {isChosen && <span aria-hidden="true">✓ </span>}
              {label}
              {isChosen && <span className={classes.hidden}> (chosen)</span>}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

type ChipsProps = Pick<FiltersProps, "parameters" | "searched" | "search" | "vocabulary">;

/** Each says what it does: `Search: ZQPBS`, `Role: Officer, CEO`. */
function Chips({ parameters, searched, search, vocabulary }: ChipsProps) {
  const names = chosenFilters(search);
  if (names.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {names.map((name) => {
        const label = name === searched ? "Search" : labelOf(name, parameters[name]);
        return (
          <li key={name} className={classes.chip}>
            {label}: <ForeignText>{wordsOf(parameters[name], search[name] ?? "", vocabulary)}</ForeignText>
            <Link
              to="."
              search={{ ...search, [name]: undefined, page: undefined, row: undefined }}
              resetScroll={false}
              aria-label={`Remove ${label}`}
            >
              ×
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** A value in the words of its control; a text that is none of its options as it is. */
function wordsOf(parameter: Parameter<unknown> | undefined, value: string, vocabulary: Vocabulary | undefined): string {
  const options = (parameter && optionsOf(parameter, vocabulary)) ?? [];
  const labelOfOption = (word: string) => options.find((option) => option.value === word)?.label ?? word;
  return options.some((option) => option.value === value)
    ? labelOfOption(value)
    : value.split(",").map(labelOfOption).join(", ");
}

interface ProblemsProps extends Pick<FiltersProps, "problems" | "parameters"> {}

/** Lists all invalid parameters of the URL together, because their fields may be hidden. */
function Problems({ problems, parameters }: ProblemsProps) {
  return (
    <div role="status" className={classes.problems}>
      {problems.map(({ parameter, message }) => (
        <div key={parameter}>
          × <ForeignText>{`${labelOf(parameter, parameters[parameter])} ${message}`}</ForeignText>
        </div>
      ))}
    </div>
  );
}

// The control of one filter: a select if its values are few, otherwise a text field, with suggestions where names are
// known. It has the name of the API's parameter.

interface FieldProps {
  name: string;
  parameter: Parameter<unknown>;
  value: string;
  error: string | undefined;
  vocabulary: Vocabulary | undefined;
  /** placeholder of the search box, which has no visible label */
  hint: string | undefined;
  /** it has the focus when the page opens, also without scripts */
  isFocused?: boolean;
  onChange(value: string): void;
}

function Field({ vocabulary, ...props }: FieldProps) {
  const { name, parameter, value, error, hint, onChange } = props;
  const options = hint ? undefined : optionsOf(parameter, vocabulary);
  if (!options && !(parameter.valuesOf && !vocabulary)) return <TextField vocabulary={vocabulary} {...props} />;
  // the value that the list has without this filter, if it has one
  const fallback = parameter.schema.default;
  const offered = [...(fallback === undefined ? [{ value: "", label: "Any" }] : []), ...(options ?? [])];
  const chosen = value || String(fallback ?? "");
  const isOther = !offered.some((option) => option.value === chosen);
  return (
    <NativeSelect
      name={name}
      label={labelOf(name, parameter)}
      title={parameter.description}
      size="xs"
      value={chosen}
      error={error}
      data={isOther ? [...offered, { value: chosen, label: chosen }] : offered}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function TextField({ name, parameter, value, error, vocabulary, hint, isFocused, onChange }: FieldProps) {
  const input = useInputOf(value);
  const list = useId();
  const label = labelOf(name, parameter);
  const suggestions = name === "industries" ? (vocabulary?.industries ?? []) : [];
  const take = (text: string) => text.trim() !== value && onChange(text.trim());
  return (
    <>
      <TextInput
        name={name}
        {...(hint
          ? { type: "search", "aria-label": label, placeholder: hint, ...pageSearch }
          : { label, placeholder: hintOf(parameter) })}
        title={parameter.description}
        size="xs"
        ref={input}
        defaultValue={value}
        autoFocus={isFocused}
        error={hint ? Boolean(error) : error}
        list={suggestions.length > 0 ? list : undefined}
        onBlur={(event) => take(event.currentTarget.value)}
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

/** An input that shows another value of the URL and keeps the focus. Text that was typed before hydration is kept. */
function useInputOf(value: string) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(value);
  useEffect(() => {
    if (input.current && shown.current !== value) input.current.value = value;
    shown.current = value;
  }, [value]);
  return input;
}

/** A date field of the browser would show the date in the form of its language. */
const hintOf = ({ schema, example }: Parameter<unknown>) => (schema.format === "date" ? "YYYY-MM-DD" : example);
