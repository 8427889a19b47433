// Keys without a modifier: `/` puts the cursor into the page's search. A user who dictates, or types by accident, can turn
// them off in the user menu. The browser remembers the choice.
import { useLocalStorage } from "@mantine/hooks";
import { useEffect } from "react";

/** Marks the field that `/` goes to: `<TextInput {...pageSearch} />`. */
export const pageSearch = { "data-page-search": true, "aria-keyshortcuts": "/" } as const;

export function useLetterKeys(): [on: boolean, set: (on: boolean) => void] {
  const [stored, store] = useLocalStorage({
    key: "disclosed-letter-keys",
    defaultValue: "on",
    getInitialValueInEffect: false,
    serialize: (value: string) => value,
    deserialize: (value?: string) => value ?? "on",
  });
  return [stored !== "off", (on) => store(on ? "on" : "off")];
}

export function useSearchKey(): void {
  const [isOn] = useLetterKeys();
  useEffect(() => {
    if (!isOn) return;
    document.addEventListener("keydown", goToSearch);
    return () => document.removeEventListener("keydown", goToSearch);
  }, [isOn]);
}

function goToSearch(event: KeyboardEvent): void {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const { target } = event;
  // what is typed belongs to the field, and a dialog to itself
  if (!(target instanceof Element) || target.closest("input, textarea, select, [contenteditable], [role=dialog]"))
    return;
  const field = document.querySelector<HTMLElement>("[data-page-search]");
  if (!field) return;
  event.preventDefault();
  field.focus();
}
