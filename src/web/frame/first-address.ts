// The URL of the sample request: the newest purchases, at the origin of this page.

export function firstAddress(): string {
  return `${location.origin}/api/v1/trades?tradeTypes=P&pageSize=5`;
}
