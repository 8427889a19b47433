#!/bin/sh
# All purchases of insiders as CSV, with curl and jq: ./purchases.sh > purchases.csv
# Settings: DISCLOSED_API_KEY, DISCLOSED_URL (default http://127.0.0.1:3000). curl waits as long as Retry-After says.
set -eu
base="${DISCLOSED_URL:-http://127.0.0.1:3000}/api/v1"

echo "id,filing_date,ticker,insider_name,value"
page=1
pages=1
while [ "$page" -le "$pages" ]; do
  response=$(curl -sS --fail --retry 4 --retry-max-time 300 -H "Authorization: Bearer $DISCLOSED_API_KEY" \
    "$base/trades?tradeTypes=P&pageSize=100&page=$page")
  printf '%s' "$response" | jq -r '.data[] | [.id, .filing_date, .ticker, .insider_name, .value] | @csv'
  pages=$(printf '%s' "$response" | jq .pagination.totalPages)
  page=$((page + 1))
done
