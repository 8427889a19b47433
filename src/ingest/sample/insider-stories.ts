// The invented events at a company, in order. Together they cover every transaction code, signal tier and direction,
// clusters of both kinds, plans, amendments and unusual rows.
import { correction, derivatives, gaps, jointPurchase, rareForms } from "./rare-stories.ts";
import type { Scene } from "./scene.ts";
import { routineBuyer, smallClusters, strongCluster } from "./signal-stories.ts";
import { lastDays, optionExercise, tradingPlan, unusualTimes, yearlyPay } from "./usual-stories.ts";

/**
 * All events in the order of creation; the order determines accession numbers, so new ones must be added at the end.
 */
export const stories: ((scene: Scene) => void)[] = [
  yearlyPay,
  routineBuyer,
  unusualTimes,
  optionExercise,
  smallClusters,
  tradingPlan,
  strongCluster,
  jointPurchase,
  correction,
  rareForms,
  derivatives,
  gaps,
  lastDays,
];
