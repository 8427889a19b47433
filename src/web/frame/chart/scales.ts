// The scales of the charts, by d3-scale, each from one description.
import {
  scaleBand as band,
  scaleLinear as linear,
  scalePoint as point,
  type ScaleBand,
  type ScaleLinear,
  type ScalePoint,
  type ScalePower,
  type ScaleTime,
  scaleSqrt as sqrt,
  scaleUtc as utc,
} from "d3-scale";

export type LinearScale = ScaleLinear<number, number>;
export type TimeScale = ScaleTime<number, number>;
type Range = [number, number];

interface Continuous<Value> {
  domain: [Value, Value];
  /** in pixels */
  range: Range;
  /** the domain is extended to round values */
  nice?: boolean;
}

export function scaleLinear({ domain, range, nice }: Continuous<number>): LinearScale {
  const scale = linear().domain(domain).range(range);
  return nice ? scale.nice() : scale;
}

export const scaleUtc = ({ domain, range }: Continuous<number | Date>): TimeScale => utc().domain(domain).range(range);

export const scaleSqrt = ({ domain, range }: Continuous<number>): ScalePower<number, number> =>
  sqrt().domain(domain).range(range);

/** `padding`: between places and at the ends, as a share of a place */
interface Places {
  domain: string[];
  range: Range;
  padding?: number;
}

export const scaleBand = ({ domain, range, padding = 0 }: Places): ScaleBand<string> =>
  band().domain(domain).range(range).padding(padding);

export const scalePoint = ({ domain, range, padding = 0 }: Places): ScalePoint<string> =>
  point().domain(domain).range(range).padding(padding);
