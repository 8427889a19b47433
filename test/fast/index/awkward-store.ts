// A store of invented rows with everything that an index could get wrong: nulls, ties, names in many scripts, numbers that no double
// holds, extreme dates, joint owners, superseded rows. And changes of every kind to it.
import type { PoolClient } from "pg";
import type { Store } from "../../../src/store/store.ts";
import { inTransaction } from "../../../src/store/transaction.ts";
import type { Chance } from "./chance.ts";

const companyNames = [
  "Invented Widgets Inc.",
  "Éclair & Söhne AG",
  "İzmir Straße 100% _Pure\\ Co",
  "ÅNGSTRÖM Labs",
  "ΑΒΓ Holdings",
  "株式会社架空",
  "a",
  "Banana Anagram Alabama Corp",
  "Kelvin \u212a Trust",
  "Dotted .*+? Regex (X) [Y]",
];
export const sicCodes = [1311, 6331];
const exchanges = ["Nasdaq", "NYSE", null];
const sectors = ["Technology", "Energy", null, "Financials"];
const industries = ["Crude Petroleum & Natural Gas", "Fire, Marine & Casualty Insurance", null];
export const symbols = ["AAA", "BRK.B", "X", null, "ÄÖ", "B.A", "Q1", "AAA", "ZED", null];
const people = [
  "DOE JANE",
  "O'NEIL ÉTIENNE",
  "van der Berg Ann",
  "Ångström Åsa",
  "李 小龙",
  "x",
  "ANNA ANNAN",
  "Capital_100% LP",
  "ßtraße K",
  "İlk Işık",
];
const codes = ["P", "S", "M", "A", "F", "G"];
const titles = [
  null,
  "",
  "x",
  "Director",
  "Director, Chief Executive Officer",
  "CEO",
  "Former CEO, Advisor",
  "Deputy Chief Financial Officer",
  "EVP and principal  financial officer",
  "CFO & CEO",
  "Officer of ACFO",
  "ÉTIENNE 100%_\\",
  "İcra Kurulu",
];
const scores = [0, 5, 5, 5, 50, 75, 100];
const delays = [null, -3, 0, 2, 2, 46, 100, 2000];
export const numbers = [
  null,
  "0",
  "0.00",
  "0.01",
  "0.005",
  "1",
  "12.5",
  "12.50",
  "999999.99",
  "1000000",
  "1000000.00",
  "1000000.01",
  "9007199254740992",
  "9007199254740993",
  "9007199254740993.5",
  "0.1",
  "0.1000000000000000055511151231257827",
  "0.10000000000000001",
  "123456789012345678901234567890.123",
  "123456789012345678901234567890.124",
  "0.000000000000000000000000000001",
  "-5",
  "1e400",
];
export const days = [
  "1900-01-01",
  "1969-12-31",
  "1970-01-01",
  "2003-06-30",
  "2023-12-31",
  "2024-01-02",
  "2024-02-29",
  "2199-12-31",
];
const moments = [
  "2020-01-01 00:00:00.000001+00",
  "2024-03-01 12:00:00+00",
  "2024-03-01 12:00:00.123456+00",
  "2024-03-01 12:00:00.124+00",
];

const cik = (number: number) => String(number).padStart(10, "0");
export const companyCik = (company: number) => cik(1000 + company);
export const ownerCik = (person: number) => cik(20 + person);
const memberId = (member: number) => `X${String(member).padStart(6, "0")}`;

/** Fills an empty, migrated store. */
export async function fillAwkward(store: Store, chance: Chance, rows: number): Promise<void> {
  await inTransaction(store, async (client) => {
    for (const code of sicCodes)
      await client.query(
        "INSERT INTO sic_codes (code, title, sector) VALUES ($1, 'x', 'Energy') ON CONFLICT DO NOTHING",
        [code],
      );
    for (const [index, name] of companyNames.entries()) {
      await client.query(
        "INSERT INTO companies (cik, name, ticker, sector, industry, sic_code, exchange) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        [
          companyCik(index),
          name,
          symbols[index],
          sectors[index % sectors.length],
          industries[index % industries.length],
          [...sicCodes, null][index % 3],
          exchanges[index % exchanges.length],
        ],
      );
      if (index % 3 === 0) await addSymbol(client, index, `OLD${index}`);
    }
    // a symbol that one company has, and that filings of others state too
    for (const company of [1, 2, 4]) await addSymbol(client, company, "TYPED", company === 2);
    await addSymbol(client, 5, "OLD0");
    for (const [index, name] of people.entries())
      await client.query("INSERT INTO insiders (cik, name) VALUES ($1, $2)", [ownerCik(index), name]);
    for (const [index, name] of people.entries())
      await client.query(
        "INSERT INTO politicians (bioguide_id, name, first_name, last_name) VALUES ($1, $2, 'A', 'B')",
        [memberId(index), name],
      );
    await client.query(
      "INSERT INTO disclosure_reports (id, chamber, doc_id, filer_as_filed, status, source_url) VALUES ('house:1', 'House', '1', 'A', 'parsed', 'https://example.invalid')",
    );
    await addTrades(client, chance, 0, rows);
    await addPoliticianTrades(client, chance, 0, rows);
    await addClusters(client, chance, 0, Math.ceil(rows / 10));
    await bump(client);
  });
}

const bump = (client: PoolClient) => client.query("SELECT disclosed_bump_data_version()");

const addSymbol = (client: PoolClient, company: number, symbol: string, listed = false) =>
  client.query(
    `INSERT INTO company_tickers (company_cik, symbol, first_seen_on, last_seen_on, source, listed_on, listed_position)
     VALUES ($1, $2, '2020-01-01', '2021-01-01', 'x', CASE WHEN $3 THEN '2021-01-01'::date END, CASE WHEN $3 THEN 0 END)
     ON CONFLICT (company_cik, symbol) DO UPDATE SET listed_on = coalesce(company_tickers.listed_on, excluded.listed_on)`,
    [companyCik(company), symbol, listed],
  );

/** Trades from `first` on, two to a filing. Ids are spread, so that their order is not the order of insertion. */
export async function addTrades(client: PoolClient, chance: Chance, first: number, count: number): Promise<void> {
  for (let at = first; at < first + count; at += 2) {
    const filing = `F${at}`;
    const company = chance.below(companyNames.length);
    const owners = chance.some(
      people.map((_, index) => index),
      chance.below(4) === 0 ? 3 : 1,
    );
    const filedOn = chance.one(days);
    await client.query(
      "INSERT INTO filings (accession_number, form_type, filed_on, filed_on_source, company_cik, issuer_name_as_filed, source_url) VALUES ($1, '4', $2, 'header', $3, 'x', 'https://example.invalid')",
      [filing, filedOn, companyCik(company)],
    );
    for (const [ordinal, owner] of owners.entries())
      await client.query(
        "INSERT INTO filing_owners (accession_number, ordinal, insider_cik, name_as_filed, is_director, is_officer, is_ten_percent_owner, is_other) VALUES ($1, $2, $3, $4, true, false, false, false)",
        [filing, ordinal, ownerCik(owner), people[owner]],
      );
    for (const row of [0, 1])
      await addTrade(client, chance, { filing, row, id: idOf(at + row), company, owners, filedOn });
  }
}

const idOf = (number: number) => (number * 7_919_993) % 1_000_000_007;

async function addTrade(
  client: PoolClient,
  chance: Chance,
  trade: { filing: string; row: number; id: number; company: number; owners: number[]; filedOn: string },
): Promise<void> {
  const names = trade.owners.map((owner) => (people[owner] as string).toLowerCase());
  const ticker = chance.below(3) === 0 ? chance.one(["aaa", "Brk.B", "ÄÖ", null]) : symbols[trade.company];
  await client.query(
    `INSERT INTO insider_trades (id, accession_number, is_derivative, row_index, company_cik, insider_cik, filed_on, traded_on, form_type,
       transaction_code, security_title, value, price, is_amendment, ticker_as_filed, is_director, is_officer, is_ten_percent_owner,
       footnote_ids, owner_names, content_hash, last_modified, title, is_10b5_1, acquired_disposed, security_class, ownership,
       signal_score, signal_tier, signal_direction, filing_delay_days, price_quality, shares, shares_owned_after, delta_own_pct, amendment_status,
       first_buy, cluster_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'x', $11, $12, false, $13, $14, $15, $16, '{}', $17, '', $18, $19, $20, $21,
       $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34)`,
    [
      trade.id,
      trade.filing,
      chance.below(5) === 0,
      trade.row,
      companyCik(trade.company),
      ownerCik(trade.owners[0] as number),
      trade.filedOn,
      chance.one([...days, null]),
      chance.one(["3", "4", "4", "5", "4/A"]),
      chance.one(codes),
      chance.one(numbers),
      chance.one(numbers),
      ticker,
      chance.below(2) === 0,
      chance.below(3) === 0,
      chance.below(9) === 0,
      names.flatMap((name) => [name, name.split(" ").reverse().join(" ")]).join("\n"),
      chance.one(moments),
      chance.one(titles),
      chance.one([true, false, null]),
      chance.one(["A", "D", null]),
      chance.one(["common", "fund", "option", null]),
      chance.one(["D", "I", null]),
      chance.one(scores),
      chance.one(["strong", "moderate", "weak", "noise"]),
      chance.one(["bullish", "bearish", "neutral"]),
      chance.one(delays),
      chance.one(["ok", "ok", "suspect", null]),
      chance.one(numbers),
      chance.one(numbers),
      chance.one(deltas),
      chance.one(["restates", "adds", "undecided", null, null]),
      chance.one([true, false, null]),
      chance.one([1, null]),
    ],
  );
  await addOutcome(client, chance, "insider_outcomes", trade.id);
}

const deltas = [null, -100, -12.5, -12.50001, 0, 3.97123, 3.9712, 3.97125, 50, 1e12];
const returns = [null, -100, -12.5, 0, 3.97123, 50, 1e6];
const benchmarks = [null, 0, 1.5, -2.25];

/** Some trades have none, as before a derivation; different returns are also shown differently in responses. */
async function addOutcome(client: PoolClient, chance: Chance, table: string, id: number): Promise<void> {
  if (chance.below(3) === 0) return;
  const values = [returns, returns, returns, benchmarks, benchmarks, benchmarks].map((all) => chance.one(all));
  await client.query(
    `INSERT INTO ${table} (trade_id, status, return_7, return_30, return_90, spy_return_7, spy_return_30, spy_return_90)
     VALUES ($1, 'partial', $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [id, ...values],
  );
}

async function addPoliticianTrades(client: PoolClient, chance: Chance, first: number, count: number): Promise<void> {
  for (let at = first; at < first + count; at++) {
    const delay = chance.one([null, -3, 0, 45, 46, 46, 100, 2000]);
    await client.query(
      `INSERT INTO politician_trades (id, report_id, row_index, bioguide_id, filed_on, traded_on, party, chamber, ticker, asset_name, trade_type,
         amount_low, amount_high, amount_mid, is_amendment, content_hash, company_cik, delay_days, is_late, is_committee_trade, last_modified,
         owner, asset_type, security_class, state, sector, industry, committee_matches, date_quality, district, cap_gains_over_200)
       VALUES ($1, 'house:1', $2, $3, $4, $5, $6, $7, $8, $26, $9, $10, $11, $12, $27, '', $13, $14, $15, $16, $17,
         $18, $19, $20, $21, $22, $23, $24, $25, $28, $29)`,
      [
        idOf(at) + 5,
        at,
        memberId(chance.below(people.length)),
        chance.one(days),
        chance.one([...days, null]),
        chance.one(["Democrat", "Republican", null]),
        chance.one(["House", "Senate"]),
        chance.one([...symbols, "BRKB", "NOB.W", "NOBW"]),
        chance.one(["Purchase", "Sale", "Sale (Full)", "Sale (Partial)", "Exchange"]),
        chance.one(numbers),
        chance.one(numbers),
        chance.one(numbers),
        chance.below(2) === 0 ? companyCik(chance.below(companyNames.length)) : null,
        delay,
        delay !== null && delay > 45 && chance.below(4) > 0,
        chance.below(3) === 0,
        chance.one(moments),
        chance.one(["Self", "Spouse", "Joint", "Child", null]),
        chance.one(["Stock", "stock", "ST", "x", "X", "É", "K", null]),
        chance.one(["common", "fund", "crypto", null]),
        chance.one(["CA", "NY", null]),
        chance.one(sectors),
        chance.one(industries),
        JSON.stringify(
          chance.some(["HSBA", "SSFI", "X"], chance.below(3)).map((code) => ({ code, name: "x", basis: "roster" })),
        ),
        chance.one(["ok", "ok", "implausible_lag", "future_transaction_date"]),
        chance.one([...companyNames, "x", "US Treasury Bills 100%"]),
        chance.below(4) === 0,
        chance.one([0, 11, null]),
        chance.one([true, false, null]),
      ],
    );
    await addOutcome(client, chance, "politician_outcomes", idOf(at) + 5);
  }
}

async function addClusters(client: PoolClient, chance: Chance, first: number, count: number): Promise<void> {
  for (let at = first; at < first + count; at++)
    await client.query(
      `INSERT INTO clusters (id, company_cik, transaction_code, size, trade_count, start_on, end_on, latest_filed_on, max_signal_score, insiders, total_value, total_shares, average_price)
       VALUES ($1, $2, $3, $4, $9, $6, '2024-01-02', $5, $7, $12, $8, $10, $11)`,
      [
        idOf(at) + 9,
        companyCik(chance.below(companyNames.length)),
        chance.one(["P", "S"]),
        2 + chance.below(5),
        chance.one(days),
        chance.one(days),
        chance.one(scores),
        chance.one(numbers),
        2 + chance.below(5),
        chance.one(numbers),
        chance.one(numbers),
        JSON.stringify(
          several(chance, () => ({
            cik: ownerCik(1),
            name: "x",
            title: chance.one(titles),
            value: "1",
            trade_date: "2024-01-02",
          })),
        ),
      ],
    );
}

const several = <Item>(chance: Chance, item: () => Item) => Array.from({ length: chance.below(4) }, item);

/** One transaction with changes of every kind; `round` gives new rows other ids than in other rounds. */
export async function changeAwkward(store: Store, chance: Chance, round: number): Promise<void> {
  await inTransaction(store, async (client) => {
    const first = 100_000 + round * 1000;
    const some = (table: string) =>
      `(SELECT id FROM ${table} ORDER BY hashint8extended(id, ${chance.below(1000)}) LIMIT 12)`;
    await addTrades(client, chance, first, 16);
    await addPoliticianTrades(client, chance, first, 16);
    await addClusters(client, chance, first, 4);
    for (const table of ["insider_trades", "politician_trades"]) {
      await client.query(
        `UPDATE ${table} SET superseded_by_id = id, last_modified = clock_timestamp() WHERE id IN ${some(table)}`,
      );
      await client.query(
        `UPDATE ${table} SET superseded_by_id = NULL WHERE superseded_by_id IS NOT NULL AND id IN ${some(table)}`,
      );
      await client.query(`UPDATE ${table} SET filed_on = $1, traded_on = NULL WHERE id IN ${some(table)}`, [
        chance.one(days),
      ]);
      await client.query(`DELETE FROM ${table} WHERE id IN ${some(table)}`);
    }
    await client.query(
      `UPDATE insider_trades SET value = $1, price = $2, title = $3, signal_score = $4 WHERE id IN ${some("insider_trades")}`,
      [chance.one(numbers), chance.one(numbers), chance.one(titles), chance.one(scores)],
    );
    await client.query(
      `UPDATE insider_trades SET shares = $1, shares_owned_after = $2, delta_own_pct = $3 WHERE id IN ${some("insider_trades")}`,
      [chance.one(numbers), chance.one(numbers), chance.one(deltas)],
    );
    await client.query(
      `UPDATE politician_trades SET amount_mid = $1, delay_days = 77, is_late = true, sector = NULL, committee_matches = '[{"code": "X"}]' WHERE id IN ${some("politician_trades")}`,
      [chance.one(numbers)],
    );
    await client.query(`UPDATE clusters SET size = size + 1, latest_filed_on = $1 WHERE id IN ${some("clusters")}`, [
      chance.one(days),
    ]);
    await client.query(
      `UPDATE clusters SET total_value = $1, max_signal_score = $2, start_on = $3 WHERE id IN ${some("clusters")}`,
      [chance.one(numbers), chance.one(scores), chance.one(days)],
    );
    await client.query(`DELETE FROM clusters WHERE id IN ${some("clusters")}`);
    await client.query(
      "UPDATE filing_owners SET insider_cik = $1 WHERE ordinal = 1 AND accession_number = ANY(ARRAY(SELECT accession_number FROM filings LIMIT 40))",
      [ownerCik(chance.below(people.length))],
    );
    if (round % 2 === 0) {
      await client.query(
        "UPDATE companies SET name = name || ' Ñew', sector = $2, ticker = 'REN' || ticker, exchange = $3 WHERE cik = $1",
        [companyCik(chance.below(companyNames.length)), chance.one(sectors), chance.one(exchanges)],
      );
      await addSymbol(client, chance.below(companyNames.length), "SEEN", round % 4 === 2);
      await client.query("UPDATE politicians SET name = 'Renamed ÉÉ' WHERE bioguide_id = $1", [
        memberId(chance.below(people.length)),
      ]);
    }
    await bump(client);
  });
}
