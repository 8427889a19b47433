// Sends the forms of the API reference and shows the response. The forms exist only in development.

export function enableTryOut(): void {
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
  const out = form.querySelector<HTMLElement>(".try-answer");
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
