// The buttons that copy a block of code.

export function enableCopying(): void {
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
