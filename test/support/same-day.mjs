// For processes that a test starts with `--import`: their clock does not pass the day SAME_DAY (UTC). Where the test outlasts the
// day, it stops at the end of it.
const RealDate = Date;
const end = RealDate.parse(`${process.env.SAME_DAY}T23:59:59.999Z`);

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(Date.now());
    else super(...given);
  }
  static now() {
    return Math.min(RealDate.now(), end);
  }
};
