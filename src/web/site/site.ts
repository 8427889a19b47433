// Scripts of the pages without React: colour scheme, language of samples, copying, trying out requests, reset links.
import "../frame/tokens.css";
import "./site.css";
import "./landing.css";
import "./forms.css";
import "./docs.css";
import "./widths.css";
import "./icon.svg?url";
import "./shared/site.png?url";
import "./shared/company.png?url";
import "./shared/insider.png?url";
import "./shared/member.png?url";
import "./shared/committee.png?url";
import "./shared/cluster.png?url";

// Sends the forms of the API reference and shows the response. They exist in development and with the playground.
function enableTryOut(): void {
  const forms = document.querySelectorAll<HTMLFormElement>("form.try");
  for (const form of forms) form.addEventListener("submit", (event) => void send(event, form));
  // one key for all forms of the page; it is not stored
  const keys = [...document.querySelectorAll<HTMLInputElement>(".try-key")];
  for (const key of keys)
    key.addEventListener("change", () => {
      for (const other of keys) other.value = key.value;
    });
}

async function send(event: SubmitEvent, form: HTMLFormElement): Promise<void> {
  event.preventDefault();
  const out = form.querySelector<HTMLElement>(".try-response");
  if (!out) return;
  out.hidden = false;
  out.textContent = "waiting";
  try {
    const key = form.querySelector<HTMLInputElement>(".try-key")?.value ?? "";
    const begun = performance.now();
    const response = await fetch(addressOf(form), { headers: key ? { authorization: `Bearer ${key}` } : {} });
    const text = await response.text();
    const took = Math.round(performance.now() - begun);
    out.textContent = `${response.status} · ${took} ms · ${response.headers.get("x-request-id")}\n\n${pretty(text)}`;
  } catch (error) {
    out.textContent = `The service could not be reached: ${String(error)}`;
  }
}

function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  let path = form.dataset.path ?? "";
  for (const input of form.querySelectorAll<HTMLInputElement>("input[data-place]")) {
    if (input.dataset.place === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.value !== "") query.set(input.name, input.value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

// The button that switches between light and dark.
function enableScheme(): void {
  const button = document.querySelector<HTMLButtonElement>(".scheme");
  if (!button) return;
  const root = document.documentElement;
  const isDark = () => root.getAttribute("data-mantine-color-scheme") === "dark";
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.hidden = false;
  show();
  button.addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    root.setAttribute("data-mantine-color-scheme", next);
    remember("mantine-color-scheme-value", next);
    show();
  });
}

/** Stores a choice for the next visit, if storage is allowed. */
function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // without storage the choice applies to this page only
  }
}

// One language for all samples of a page: tabs with ARIA keyboard control. The choice is stored for the next page.
function enableSamples(): void {
  const tabs = [...document.querySelectorAll<HTMLButtonElement>(".samples [role=tab]")];
  if (tabs.length === 0) return;
  const root = document.documentElement;
  const show = () => {
    const language = root.getAttribute("data-sample-language");
    for (const tab of tabs) {
      const selected = tab.dataset.language === language;
      tab.setAttribute("aria-selected", String(selected));
      tab.tabIndex = selected ? 0 : -1;
    }
  };
  const choose = (tab: HTMLButtonElement) => {
    // content above may change its height; the page is scrolled so that the chosen sample does not move
    const before = tab.getBoundingClientRect().top;
    root.setAttribute("data-sample-language", tab.dataset.language ?? "shell");
    remember("disclosed-sample-language", tab.dataset.language ?? "shell");
    show();
    scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: "instant" });
  };
  if (!tabs.some((tab) => tab.dataset.language === root.getAttribute("data-sample-language")))
    root.setAttribute("data-sample-language", "shell");
  show();
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", ({ key }) => {
      const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
      if (step === 0) return;
      const siblings = [...(tab.parentElement?.children ?? [])] as HTMLButtonElement[];
      const next = siblings[(siblings.indexOf(tab) + step + siblings.length) % siblings.length];
      if (!next) return;
      choose(next);
      next.focus();
    });
  }
}

// The buttons that copy a block of code.
function enableCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(".copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const code = button.parentElement?.querySelector("code")?.textContent ?? "";
      button.textContent = (await copied(code)) ? "Copied" : "Select and copy";
      setTimeout(() => {
        button.textContent = "Copy";
      }, 2000);
    });
  }
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // plain http beyond localhost has no clipboard
    return false;
  }
}

// The token of a reset link is in the fragment, which is sent to no server: it moves into the form, and out of the
// address, so that the browser's history does not keep it.
function readResetLink(): void {
  const input = document.querySelector<HTMLInputElement>(".reset-link input");
  if (!input) return;
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) {
    document.documentElement.classList.remove("with-token");
    return;
  }
  input.value = token;
  history.replaceState(history.state, "", location.pathname);
}

// The search of the documentation: its script and its index are loaded when the field is used.
function enableSearchField(): void {
  const form = document.querySelector<HTMLFormElement>("form.find");
  const input = form?.querySelector<HTMLInputElement>("input");
  if (!form || !input) return;
  const begin = () => void import("./search.ts").then(({ enableSearch }) => enableSearch(form, input));
  input.addEventListener("focus", begin, { once: true });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey;
    if (event.key !== "/" || isTyping) return;
    event.preventDefault();
    input.focus();
  });
}

readResetLink();
enableSearchField();
enableScheme();
enableSamples();
enableCopying();
enableTryOut();

// on a narrow screen the tree opens on demand
const narrow = matchMedia("(max-width: 899px)");
const tree = document.querySelector(".tree details");
const fold = () => {
  tree?.toggleAttribute("open", !narrow.matches);
  tree?.setAttribute("data-ready", "");
};
narrow.addEventListener("change", fold);
fold();
