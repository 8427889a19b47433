// Selects the ticks whose labels fit below an axis.

/** Every nth place, always including the last one. */
export function ticksThatFit<Place>(places: Place[], width: number): Place[] {
  const every = Math.ceil(places.length / Math.max(2, Math.floor(width / 90)));
  return places.filter((_, index) => (places.length - 1 - index) % every === 0);
}
