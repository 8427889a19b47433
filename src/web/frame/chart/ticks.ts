// Selects the ticks whose labels fit below an axis.

/** Every nth place, always including the last one. */
export function ticksThatFit<Place>(positions: Place[], width: number): Place[] {
  const every = Math.ceil(positions.length / Math.max(2, Math.floor(width / 90)));
  return positions.filter((_, index) => (positions.length - 1 - index) % every === 0);
}
