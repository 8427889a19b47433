// Loaded with `--import` by processes that a test starts: their clock stops at the end of the day SAME_DAY (UTC), so that a test that
// runs past midnight stays on one day.
const RealDate = Date;
const end = RealDate.parse(`${process.env.SAME_DAY}T23:59:59.999Z`);

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(Date.now());
    else super(...args);
  }
  static now() {
    return Math.min(RealDate.now(), end);
  }
};
