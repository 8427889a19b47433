// Keyboard shortcuts without a modifier: `/` focuses the page's search. Users who dictate or type by accident can turn
// them off in the user menu. The browser stores the choice.
import { useLocalStorage } from "@mantine/hooks";
import { useEffect } from "react";

/** Marks the field that `/` focuses: `<TextInput {...pageSearch} />`. */
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
  // no shortcut while typing in a field or inside a dialog
  if (!(target instanceof Element) || target.closest("input, textarea, select, [contenteditable], [role=dialog]"))
    return;
  const field = document.querySelector<HTMLElement>("[data-page-search]");
  if (!field) return;
  event.preventDefault();
  field.focus();
}
