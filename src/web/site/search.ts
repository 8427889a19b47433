// The search of the documentation: loads its index when the field is first used, and lists results while one types.
import { openSearch, type SearchResult } from "../../pages/search-options.ts";

/** Called once, when the field gets the focus. */
export async function enableSearch(form: HTMLFormElement, input: HTMLInputElement): Promise<void> {
  const response = await fetch("/docs/search.json");
  // without an index the form still leads to the page of results
  if (!response.ok) return;
  const search = openSearch(await response.json());
  const list = form.querySelector<HTMLElement>(".found");
  const status = form.querySelector<HTMLElement>("[role=status]");
  if (!list || !status) return;
  const show = () => {
    const results = input.value.trim() === "" ? [] : search(input.value);
    list.replaceChildren(...results.map(itemOf));
    list.hidden = results.length === 0;
    status.textContent =
      input.value.trim() === "" ? "" : `${results.length} ${results.length === 1 ? "result" : "results"}`;
  };
  input.addEventListener("input", show);
  form.addEventListener("keydown", (event) => move(event, { form, input, clear: () => list.replaceChildren() }));
  show();
}

function itemOf({ id, title, section }: SearchResult): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = id;
  link.textContent = section === "" ? title : `${title}: ${section}`;
  item.append(link);
  return item;
}

/** Arrows move through the field and the results; Escape leaves them. */
function move(
  event: KeyboardEvent,
  { form, input, clear }: { form: HTMLElement; input: HTMLInputElement; clear(): void },
): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (event.key === "Escape") {
    input.value = "";
    clear();
    input.focus();
  }
  if (step === 0) return;
  const stops = [input, ...form.querySelectorAll<HTMLAnchorElement>(".found a")];
  const next = stops[stops.indexOf(document.activeElement as HTMLInputElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
