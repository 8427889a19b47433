// Headers that every response below /api/v1 must carry.

export const everyHeader = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-dailylimit-limit",
  "x-dailylimit-remaining",
  "x-dailylimit-reset",
  "x-monthlyquota-limit",
  "x-monthlyquota-remaining",
  "x-monthlyquota-reset",
  "ratelimit",
  "ratelimit-policy",
  "x-request-id",
];
