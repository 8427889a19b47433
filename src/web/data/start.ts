// Loads the application of a public page when its visitor begins to use it: the page is complete without it, so that
// a visitor who only reads loads no more than the document and its styles. Signed-in people get it immediately.
const beginnings = ["pointermove", "pointerdown", "touchstart", "keydown", "focusin"];

/** A browser also reports a move where the page has changed below a pointer that rests. */
const isResting = (event: Event) =>
  event instanceof PointerEvent && event.type === "pointermove" && event.movementX === 0 && event.movementY === 0;

function begin(event?: Event): void {
  if (event && isResting(event)) return;
  for (const name of beginnings) removeEventListener(name, begin);
  void import("./main.tsx");
}

const session = document.querySelector<HTMLMetaElement>('meta[name="disclosed-session"]')?.content;
if (session && JSON.parse(session).user !== null) begin();
else for (const name of beginnings) addEventListener(name, begin, { passive: true });
