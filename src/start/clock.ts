// The service's clock, and the clock of its commands.
import { dateOf } from "../calendar-date.ts";

export const now = () => new Date();
export const today = () => dateOf(now());
