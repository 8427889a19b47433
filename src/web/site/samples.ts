// One language for all samples of a page: tabs with ARIA keyboard control. The choice is stored for the next page.
import { remember } from "./scheme.ts";

export function enableSamples(): void {
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
