// The request of the samples: the newest purchases, at the address that this page came from.

export function firstAddress(): string {
  return `${location.origin}/api/v1/trades?tradeTypes=P&pageSize=5`;
}
