// Before the first paint: dark or light as chosen on an earlier visit (the name is Mantine's), else as the system has it; and the
// language of the samples. A classic script in the head, so that nothing flickers.
const root = document.documentElement;

function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    // storage may be forbidden
    return null;
  }
}

const chosen = remembered("mantine-color-scheme-value");
const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
root.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
root.setAttribute("data-sample-language", remembered("disclosed-sample-language") ?? "shell");
root.classList.add("scripted");
