// Everything that happens at an invented company, in order. Together the stories reach every transaction code, signal tier and
// direction, clusters of both kinds, plans, amendments and odd rows.
import { correction, derivatives, gaps, jointPurchase, rareForms } from "./rare-stories.ts";
import type { Scene } from "./scene.ts";
import { routineBuyer, smallClusters, strongCluster } from "./signal-stories.ts";
import { lastDays, optionExercise, tradingPlan, unusualTimes, yearlyPay } from "./usual-stories.ts";

/** All stories in the order in which they are told; the order decides accession numbers, so new ones go to the end. */
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
