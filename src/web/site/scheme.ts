// The button that switches between light and dark.

export function enableScheme(): void {
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
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // without storage the choice applies to this page only
  }
}
