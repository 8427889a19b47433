// The control of one filter: a select if its values are few, otherwise a text field, with suggestions where names are
// known. It has the name of the API's parameter.
import { NativeSelect, TextInput } from "@mantine/core";
import { useEffect, useId, useRef } from "react";
import type { Parameter } from "../../../../rest/params/parameter.ts";
import type { Vocabulary } from "../../../../rest/ports.ts";
import { pageSearch } from "../../frame/letter-keys.ts";
import { labelOf, optionsOf } from "./search.ts";

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

export function Field({ vocabulary, ...props }: FieldProps) {
  const { name, parameter, value, error, hint, onChange } = props;
  const options = hint ? undefined : optionsOf(parameter, vocabulary);
  if (!options && !(parameter.wordsOf && !vocabulary)) return <TextField vocabulary={vocabulary} {...props} />;
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
