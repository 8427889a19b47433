// Runs before the first paint: sets dark or light as chosen earlier (the storage key is Mantine's), else as in the
// system, the language of the samples, and whether the address brings the token of a reset link. It is a classic script in the head,
// so that nothing flickers.
const root = document.documentElement;

function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    // storage may be blocked
    return null;
  }
}

const chosen = remembered("mantine-color-scheme-value");
const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
root.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
root.setAttribute("data-sample-language", remembered("disclosed-sample-language") ?? "shell");
root.classList.add("scripted");
if (location.hash.startsWith("#token=")) root.classList.add("with-token");
