// Which of many places below an axis have room for their words.

/** Every so many, the last one among them. */
export function ticksThatFit<Place>(places: Place[], width: number): Place[] {
  const every = Math.ceil(places.length / Math.max(2, Math.floor(width / 90)));
  return places.filter((_, index) => (places.length - 1 - index) % every === 0);
}
