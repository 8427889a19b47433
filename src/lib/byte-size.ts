// Sizes for people, in powers of a thousand as the limits are stated: `100 MB`, `3.48 MB`, `12 bytes`.

const units = ["GB", "MB", "kB"] as const;
const threeDigits = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

export function bytes(size: number): string {
  const at = units.findIndex((_unit, index) => size >= 1000 ** (units.length - index));
  const unit = units[at];
  return unit ? `${threeDigits.format(size / 1000 ** (units.length - at))} ${unit}` : `${size} bytes`;
}
