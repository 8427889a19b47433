// Generated from rest/generated/openapi.json by `npm run generate`.
export interface paths {
    "/companies/{cikOrTicker}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A company: symbols, sums over recent trades, insiders with official title and holding, newest clusters
         * @description `holding`: directly owned common shares, from the newest form with the person as first reporting owner. Indirect holdings are listed in `/companies/{cikOrTicker}/holdings`.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Per source: newest filing, last fetch, missing records
         * @description Compares the publisher's listings with the stored documents: listed = stored + quarantined + not_fetched. `from` and `to` add the days between them, at most 92; one of them alone selects that day. Responses are cached for at most 5 seconds: `meta.as_of` and the header `Age` state when the response was computed.
         */
        get: operations["getCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/insider/{cik}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An insider's profile with aggregate trade statistics
         * @description Non-derivative trades; purchases are P, sales are S. An insider with only a Form 3 has zeros.
         */
        get: operations["getInsider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/politicians/{bioguideId}/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Average return, alpha against SPY, win rate and P&L at 30, 90 and 180 days
         * @description Purchases of stock and funds, including those of spouse and child, with plausible dates.
         */
        get: operations["getPoliticianPerformance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/politician-trades/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One congressional trade
         * @description A row that an amendment superseded is still available here, with `superseded_by`.
         */
        get: operations["getPoliticianTrade"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/politicians/{bioguideId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A member's profile, statistics, committees, position, top tickers and trades
         * @description `page`, `pageSize` and `dataVersion` select the page of `data.trades`, newest filing first.
         */
        get: operations["getPolitician"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signals/performance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Realised hit rate and excess return per signal tier and direction, with bounds
         * @description P and S trades with entry at the first close after the filing date. Lots of one form, trade date and signal are one observation; suspect rows are excluded and counted in `suspect_count`.
         */
        get: operations["getSignalPerformance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/insider/{cik}/track-record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Win rate, average return and alpha against SPY per holding period
         * @description Purchases (P) only, with entry at the first close after the filing date. Lots of one company and trade date are one observation.
         */
        get: operations["getTrackRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trades/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One corporate insider trade
         * @description A row that an amendment superseded is still available here, with `superseded_by`.
         */
        get: operations["getTrade"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Limits and usage of the account; not counted
         * @description For all keys of the account together: the three limits and the limit of bytes of ready-made files, how much of each remains, and the requests by day, route and status.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vocabulary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All enumerated values of parameters, with their meanings and numbers of rows
         * @description Transaction codes, sectors, industries, kinds and sort orders of all lists. The derivation updates the counts; they are those of the list without any other parameter.
         */
        get: operations["getVocabulary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Cluster-buy feed, latest filing first
         * @description Non-derivative trades outside a 10b5-1 plan; the window of 30 days opens with the earliest trade.
         */
        get: operations["listClusters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/committees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Committee directory with full member rosters
         * @description By chamber, then name; subcommittees are separate rows.
         */
        get: operations["listCommittees"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Companies with sums over 30, 90 and 365 days of filings
         * @description Every company in a filing or in a list of the SEC. The derivation updates the sums after every load and every change of date. `asOf` selects windows that ended on another day, from the filings until that day as they are known today; identity and `last_filing_date` stay those of today.
         */
        get: operations["listCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/companies/{cikOrTicker}/holdings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Positions of a company's insiders
         * @description The last stated position per security and vehicle, with its ledger: transactions and stated holdings of Forms 3, 4 and 5, and where they do not add up to the next stated position, the gap and its cause.
         */
        get: operations["listCompanyHoldings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ready-made files of lists, by month, to download
         * @description Trades and politician trades with their outcomes, clusters and late filings as Parquet, CSV and NDJSON, one file per month of filing dates. The file of a month is replaced only if the month has changed. `GET /exports/{name}` sends a file; `datapackage.json` and `croissant.json` describe all files. The list has no `dataVersion`: it changes when files are created, not when data are loaded.
         */
        get: operations["listExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/insider/{cik}/holdings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Positions of an insider
         * @description The last stated position per security and vehicle, with its ledger: transactions and stated holdings of Forms 3, 4 and 5, and where they do not add up to the next stated position, the gap and its cause.
         */
        get: operations["listInsiderHoldings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/insiders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Insiders with their statistics and 90-day track record
         * @description All reporting owners of filed forms, joint ones included. A list sorted by a rate (`winRateLow90`, `alpha90`) excludes insiders with fewer than 5 observations for that rate: `resolved_trades` for `winRateLow90`, `compared_trades` for `alpha90`. `meta.left_out` counts them.
         */
        get: operations["listInsiders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/late-filings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trades disclosed after the 45-day deadline, slowest filers first
         * @description Calendar days from trade to filing; the deadline is not moved for weekends. This is not a legal finding.
         */
        get: operations["listLateFilings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/politicians/{bioguideId}/holdings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a member's reports prove about each asset, last trade first
         * @description Reports state transactions in brackets, never holdings. A purchase or a partial sale proves that something was held after it, a full sale that nothing was; anything else is null with its reason. Number, present value and what was held before the first report are not known. Shares and funds are one asset by symbol, others by their name as disclosed, each by owner and account.
         */
        get: operations["listPoliticianHoldings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/politician-trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * STOCK Act disclosures of members of Congress, newest filing first
         * @description Transactions in Periodic Transaction Reports of both chambers. Amounts are brackets, as filed. Filters by return take a follower's, as `include=outcomes` shows it; sorted by one, trades whose outcome is not known come last.
         */
        get: operations["listPoliticianTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/politicians": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Members of Congress with their statistics and 90-day performance
         * @description Former members included. A list sorted by a rate (`lateRate`, `alpha90`, `winRate90`) excludes members with fewer than 5 trades for that rate: `late_judged_count` for `lateRate`, `compared_trades` for `alpha90`, `resolved_trades` for `winRate90`. `meta.left_out` counts them.
         */
        get: operations["listPoliticians"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Totals of purchases and sales by company, sector or month of filing
         * @description Trades of insiders (non-derivative P and S) and of members of Congress. `by=sector,month` makes one group for each sector and month. A block that several filers report counts once, suspect trades are counted beside the sums, and a member's open bracket counts with its lower end. Groups without a trade are absent; sorted by month, ties are by sector and CIK.
         */
        get: operations["listSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/symbols": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Companies, insiders and members by name
         * @description Finds the symbols, CIKs and bioguide ids that other routes accept.
         */
        get: operations["listSymbols"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Corporate insider trades, newest filing first
         * @description Non-derivative transactions of Forms 3, 4 and 5; `includeDerivative=true` adds derivative ones. Filters by return take a follower's, as `include=outcomes` shows it; sorted by one, trades whose outcome is not known come last.
         */
        get: operations["listTrades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A ready-made file, whole or a range of it
         * @description `GET /exports` lists the names; a replaced file remains available for 30 days. The file is also sent under its `path` (`GET /exports/parquet/trades/year=2024/month=01/{name}`), and the descriptions of the files under the names `datapackage.json` and `croissant.json`. Every request counts for the minute. For the day, downloads count in bytes and not in requests: all bytes that were sent count, also if the caller closes the connection early. A request for one range gets 206; a request for several ranges gets the whole file.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The changes of a list's rows as they happen: Server-Sent Events
         * @description Accepts `list` and the filters of that list's route, but not the parameters that shape a response (page, sort, fields, format). Each event has an id, a type (`trade.created`, `trade.changed`, `trade.withdrawn`, the same of `politician_trade` and `cluster`) and as data the body that a webhook gets, on one line. A comment every 15 seconds shows that the stream is alive. Opening it counts as one request, events as none. A plan has a number of open streams; one more is 429. The stream ends when the service stops or the key is revoked: open it again with the last id.
         */
        get: operations["openStream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document: public, not counted, without the envelope
         * @description OpenAPI 3.1; its contents remain valid within v1, and additions are possible at any time.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description bytes of ready-made files in the current UTC day */
        ByteWindow: {
            /**
             * Format: int64
             * @description bytes per day
             * @example 2000000000
             */
            limit: number;
            /**
             * Format: int64
             * @description bytes sent
             * @example 3480112
             */
            used: number;
            /**
             * Format: int64
             * @description bytes left
             * @example 1996519888
             */
            remaining: number;
            /**
             * Format: int64
             * @description end of the day, Unix seconds
             * @example 1706745600
             */
            reset_at: number;
        };
        /** @description Purchases or sales of one company by two or more insiders with trade dates within 30 days */
        Cluster: {
            /**
             * Format: int64
             * @description id of the first trade of the cluster's first day
             * @example 5021873920512
             */
            id: number;
            /**
             * @description current (or last) symbol
             * @example AAPL
             */
            ticker: string | null;
            /**
             * @description the company
             * @example Apple Inc.
             */
            company_name: string;
            /**
             * @description the company's CIK, zero-padded to ten digits
             * @example 0000320193
             */
            company_cik: string;
            /**
             * @description sector
             * @example Technology
             */
            sector: "Consumer Goods" | "Energy" | "Finance" | "Food and Agriculture" | "Health" | "Industrial and Business Services" | "Materials" | "Media and Telecom" | "Other" | "Real Estate" | "Retail and Consumer Services" | "Technology" | "Transport" | "Utilities" | (string & {}) | null;
            /**
             * @description SIC industry
             * @example Electronic Computers
             */
            industry: string | null;
            /**
             * @description P - Purchase or S - Sale
             * @example P - Purchase
             */
            trade_type: "P - Purchase" | "S - Sale" | "A - Grant" | "D - Sale to Issuer" | "F - Tax" | "G - Gift" | "M - Option Exercise" | "X - Option Exercise" | "C - Conversion" | "W - Inherited" | "E - Expire Short" | "H - Expire Long" | "I - Discretionary" | "J - Other" | "K - Equity Swap" | "L - Small Acquisition" | "O - Option Exercise OTM" | "U - Tender" | "V - Voluntary" | "Z - Voting Trust" | (string & {});
            /**
             * Format: int64
             * @description distinct people; the reporting owners of one form count as one
             * @example 3
             */
            cluster_size: number;
            /**
             * Format: int64
             * @description number of transactions
             * @example 5
             */
            trade_count: number;
            /**
             * Format: int64
             * @description trades of the same kind within the cluster's 30 days that are excluded from the cluster because of a suspect price or date or a conflict of direction
             * @example 0
             */
            suspect_count: number;
            /**
             * Format: double
             * @description sum of the trades' values
             * @example 125000.5
             */
            total_value: number | null;
            /**
             * Format: decimal
             * @description sum of the trades' shares
             * @example 1500
             */
            total_shares: string | null;
            /**
             * Format: double
             * @description average price over the trades
             * @example 41.25
             */
            avg_price: number | null;
            /**
             * Format: date
             * @description first trade date
             * @example 2024-01-31
             */
            start_date: string;
            /**
             * Format: date
             * @description last trade date
             * @example 2024-01-31
             */
            end_date: string;
            /**
             * Format: date
             * @description newest filing date
             * @example 2024-01-31
             */
            latest_filing_date: string;
            /**
             * Format: int64
             * @description highest signal score among the trades
             * @example 82
             */
            max_signal_score: number;
            /** @description one entry per person */
            insiders: components["schemas"]["ClusterInsider"][];
            /** @description ids of the trades */
            trade_ids: number[];
        };
        /** @description one person of the cluster */
        ClusterInsider: {
            /**
             * @description zero-padded to ten digits
             * @example 0001234567
             */
            cik: string;
            /**
             * @description name as filed
             * @example DOE JANE
             */
            name: string;
            /**
             * @description official title
             * @example Director
             */
            title: string | null;
            /**
             * Format: double
             * @description sum over the person's trades
             * @example 125000.5
             */
            value: number | null;
            /**
             * Format: date
             * @description the person's first trade
             * @example 2024-01-31
             */
            trade_date: string;
        };
        /** @description A committee or subcommittee */
        Committee: {
            /**
             * @description committee code
             * @example HSBA
             */
            code: string;
            /**
             * @description committee
             * @example House Committee on Financial Services
             */
            name: string;
            /**
             * @description chamber
             * @example House
             * @enum {string}
             */
            chamber: "House" | "Senate" | "Joint";
            /**
             * @description standing, select, joint, subcommittee ...
             * @example standing
             */
            type: string;
            /**
             * @description of a subcommittee: the code of its committee
             * @example HSBA
             */
            parent_code: string | null;
            /**
             * @description the committee's own page
             * @example https://financialservices.house.gov
             */
            url: string | null;
            /** @description full roster */
            members: components["schemas"]["CommitteeMember"][];
        };
        /** @description a committee that the member sat on, with jurisdiction over the issuer */
        CommitteeMatch: {
            /**
             * @description committee code
             * @example HSBA
             */
            code: string;
            /**
             * @description committee
             * @example House Committee on Financial Services
             */
            name: string;
            /**
             * @description source of the membership on the trade date
             * @example snapshot
             */
            basis: string;
        };
        /** @description a seat on the committee */
        CommitteeMember: {
            /**
             * @description bioguide id
             * @example D000001
             */
            bioguide_id: string;
            /**
             * @description name
             * @example Jane Doe
             */
            name: string;
            /**
             * @description full name
             * @example Democrat
             */
            party: string | null;
            /**
             * @description state
             * @example CA
             */
            state: string | null;
            /**
             * @description side of the committee
             * @example majority
             */
            side: "majority" | "minority" | null;
            /**
             * Format: int64
             * @description rank within the side, as published
             * @example 3
             */
            rank: number | null;
            /**
             * Format: int64
             * @description order of seniority
             * @example 3
             */
            seniority: number | null;
            /**
             * @description role
             * @example Ranking Member
             */
            title: string | null;
        };
        /** @description a committee that the member sits on */
        CommitteeSeat: {
            /**
             * @description committee code
             * @example HSBA
             */
            code: string;
            /**
             * @description committee
             * @example House Committee on Financial Services
             */
            name: string;
            /**
             * @description role on it
             * @example Chair
             */
            title: string | null;
            /**
             * Format: int64
             * @description rank by seniority within the side
             * @example 3
             */
            rank: number | null;
        };
        /** @description A company with sums over its recent trades */
        CompanyEntry: {
            /**
             * @description zero-padded to ten digits
             * @example 0000320193
             */
            cik: string;
            /**
             * @description name in the newest filing or SEC list
             * @example Apple Inc.
             */
            company_name: string;
            /**
             * @description current (or last) symbol
             * @example AAPL
             */
            ticker: string | null;
            /**
             * @description the exchange on which its shares are listed, from the SEC's list
             * @example Nasdaq
             */
            exchange: string | null;
            /**
             * @description sector
             * @example Technology
             */
            sector: "Consumer Goods" | "Energy" | "Finance" | "Food and Agriculture" | "Health" | "Industrial and Business Services" | "Materials" | "Media and Telecom" | "Other" | "Real Estate" | "Retail and Consumer Services" | "Technology" | "Transport" | "Utilities" | (string & {}) | null;
            /**
             * @description SIC industry
             * @example Electronic Computers
             */
            industry: string | null;
            /**
             * Format: int64
             * @description the SEC's industry code
             * @example 3571
             */
            sic_code: number | null;
            /**
             * Format: date
             * @description filing date of the newest Form 3, 4 or 5
             * @example 2024-01-31
             */
            last_filing_date: string | null;
            /** @description 30, 90 and 365 days */
            windows: components["schemas"]["CompanyWindow"][];
        };
        /** @description non-derivative purchases (P) and sales (S) by insiders, without suspect ones */
        CompanyInsiderSums: {
            /**
             * Format: int64
             * @description purchases
             * @example 12
             */
            buy_count: number;
            /**
             * Format: int64
             * @description sales
             * @example 8
             */
            sell_count: number;
            /**
             * Format: double
             * @description value of the purchases
             * @example 125000.5
             */
            buy_value: number;
            /**
             * Format: double
             * @description value of the sales
             * @example 125000.5
             */
            sell_value: number;
            /**
             * Format: double
             * @description purchases minus sales
             * @example 125000.5
             */
            net_value: number;
            /**
             * Format: int64
             * @description distinct people who bought; the reporting owners of one form count as one
             * @example 3
             */
            distinct_buyers: number;
            /**
             * Format: int64
             * @description distinct people who sold; the reporting owners of one form count as one
             * @example 2
             */
            distinct_sellers: number;
            /**
             * Format: int64
             * @description purchases and sales that are excluded from the other values because of a suspect price or date or a conflict of direction
             * @example 0
             */
            suspect_count: number;
        };
        /** @description purchases and sales by members of Congress */
        CompanyMemberSums: {
            /**
             * Format: int64
             * @description purchases
             * @example 4
             */
            purchase_count: number;
            /**
             * Format: int64
             * @description sales, full and partial
             * @example 2
             */
            sale_count: number;
            /**
             * Format: double
             * @description sum of the brackets' lower ends
             * @example 125000.5
             */
            amount_low: number;
            /**
             * Format: double
             * @description sum of the brackets' upper ends; an open bracket counts with its lower end
             * @example 125000.5
             */
            amount_high: number;
        };
        /** @description a reporting owner of the company: the first or another one of a form */
        CompanyPerson: {
            /**
             * @description zero-padded to ten digits
             * @example 0001234567
             */
            cik: string;
            /**
             * @description name as filed
             * @example DOE JANE
             */
            name: string;
            /**
             * @description official title on the newest form
             * @example Director
             */
            title: string | null;
            /**
             * Format: date
             * @description filing date of the newest form
             * @example 2024-01-31
             */
            last_filing_date: string;
            holding: components["schemas"]["DirectHolding"] | null;
        };
        /** @description A company; all positions are at /companies/{cikOrTicker}/holdings */
        CompanyProfile: {
            /**
             * @description zero-padded to ten digits
             * @example 0000320193
             */
            cik: string;
            /**
             * @description name in the newest filing or SEC list
             * @example Apple Inc.
             */
            company_name: string;
            /**
             * @description current (or last) symbol
             * @example AAPL
             */
            ticker: string | null;
            /**
             * @description the exchange on which its shares are listed, from the SEC's list
             * @example Nasdaq
             */
            exchange: string | null;
            /**
             * @description sector
             * @example Technology
             */
            sector: "Consumer Goods" | "Energy" | "Finance" | "Food and Agriculture" | "Health" | "Industrial and Business Services" | "Materials" | "Media and Telecom" | "Other" | "Real Estate" | "Retail and Consumer Services" | "Technology" | "Transport" | "Utilities" | (string & {}) | null;
            /**
             * @description SIC industry
             * @example Electronic Computers
             */
            industry: string | null;
            /**
             * Format: int64
             * @description the SEC's industry code
             * @example 3571
             */
            sic_code: number | null;
            /**
             * Format: date
             * @description filing date of the newest Form 3, 4 or 5
             * @example 2024-01-31
             */
            last_filing_date: string | null;
            /** @description 30, 90 and 365 days */
            windows: components["schemas"]["CompanyWindow"][];
            /** @description symbols over time, oldest first */
            symbols: components["schemas"]["CompanySymbol"][];
            /** @description at most 25, newest filing first */
            insiders: components["schemas"]["CompanyPerson"][];
            /** @description clusters of purchases and of sales, at most ten, latest filing first */
            clusters: components["schemas"]["Cluster"][];
        };
        /** @description a current or former symbol of the company */
        CompanySymbol: {
            /**
             * @description symbol
             * @example AAPL
             */
            symbol: string;
            /**
             * Format: date
             * @description first day on which a source names it
             * @example 2024-01-31
             */
            first_date: string;
            /**
             * Format: date
             * @description last day on which a source names it
             * @example 2024-01-31
             */
            last_date: string;
        };
        /** @description sums over the trades with filing_date from end_date - days to end_date */
        CompanyWindow: {
            /**
             * Format: int64
             * @description 30, 90 or 365
             * @example 90
             */
            days: number;
            /**
             * Format: date
             * @description last day of the window: `asOf`, else today (UTC)
             * @example 2024-01-31
             */
            end_date: string;
            insiders: components["schemas"]["CompanyInsiderSums"];
            members: components["schemas"]["CompanyMemberSums"];
        };
        /** @description Distinguishes "no trades" from "not fetched yet": the fetched listings and documents of each source */
        Coverage: {
            /** @description the sources */
            sources: components["schemas"]["SourceCoverage"][];
        };
        /** @description one day of a publisher; a day without a fetched listing is not a day without trades */
        CoverageDay: {
            /**
             * Format: date
             * @description the publisher's date: the filing date
             * @example 2024-01-31
             */
            date: string;
            /**
             * @description complete: final and nothing left to fetch; provisional: the publisher may still add documents; incomplete: documents are still to be fetched or no complete listing was read; empty: the listing has no documents of that day; not_published: there is no listing (weekend, holiday, future day); failed: only failed fetches; never_fetched: no listing was fetched yet
             * @example complete
             * @enum {string}
             */
            state: "complete" | "provisional" | "incomplete" | "empty" | "not_published" | "failed" | "never_fetched";
            /**
             * Format: int64
             * @description documents that the publisher lists
             * @example 1036
             */
            listed: number;
            /**
             * Format: int64
             * @description of those: stored
             * @example 1030
             */
            stored: number;
            /**
             * Format: int64
             * @description of those: refused with a reason, including ignored ones
             * @example 2
             */
            quarantined: number;
            /**
             * Format: int64
             * @description of the quarantined: ignored by the operator, with a reason
             * @example 0
             */
            ignored: number;
            /**
             * Format: int64
             * @description of those: not fetched yet
             * @example 4
             */
            not_fetched: number;
            /**
             * Format: int64
             * @description stored, but in no listing that was read
             * @example 0
             */
            stored_unlisted: number;
            /**
             * @description listed = stored + quarantined + not_fetched
             * @example true
             */
            reconciled: boolean;
            /** @description why documents are quarantined */
            reasons: components["schemas"]["CoverageReason"][];
            /**
             * Format: date-time
             * @description the last fetch of a listing of this day
             * @example 2024-01-31T12:00:00Z
             */
            last_fetched_at: string | null;
            /**
             * @description why the last fetch failed, if it did
             * @example 503 Service Unavailable
             */
            failure: string | null;
        };
        /** @description days in one state */
        CoverageDayCount: {
            /**
             * @description complete: final and nothing left to fetch; provisional: the publisher may still add documents; incomplete: documents are still to be fetched or no complete listing was read; empty: the listing has no documents of that day; not_published: there is no listing (weekend, holiday, future day); failed: only failed fetches; never_fetched: no listing was fetched yet
             * @example complete
             * @enum {string}
             */
            state: "complete" | "provisional" | "incomplete" | "empty" | "not_published" | "failed" | "never_fetched";
            /**
             * Format: int64
             * @description number of days
             * @example 63
             */
            count: number;
        };
        /** @description records that are known to be missing */
        CoverageGap: {
            /**
             * @description stable code
             * @example unreadable
             */
            reason: string;
            /**
             * @description description
             * @example scanned reports without text
             */
            description: string;
            /**
             * Format: int64
             * @description number of records
             * @example 3
             */
            count: number;
        };
        /** @description the documents that the publisher lists and their states, over all days */
        CoverageListing: {
            /**
             * Format: int64
             * @description documents that the publisher lists
             * @example 1036
             */
            listed: number;
            /**
             * Format: int64
             * @description of those: stored
             * @example 1030
             */
            stored: number;
            /**
             * Format: int64
             * @description of those: refused with a reason, including ignored ones
             * @example 2
             */
            quarantined: number;
            /**
             * Format: int64
             * @description of the quarantined: ignored by the operator, with a reason
             * @example 0
             */
            ignored: number;
            /**
             * Format: int64
             * @description of those: not fetched yet
             * @example 4
             */
            not_fetched: number;
            /**
             * Format: int64
             * @description stored, but in no listing that was read
             * @example 0
             */
            stored_unlisted: number;
            /**
             * @description listed = stored + quarantined + not_fetched
             * @example true
             */
            reconciled: boolean;
            /**
             * Format: date
             * @description newest day whose listing is final and fetched
             * @example 2024-01-31
             */
            newest_complete_date: string | null;
            /**
             * Format: int64
             * @description listings whose last fetch failed
             * @example 0
             */
            failed_fetches: number;
            /** @description days from the first one that a listing covers until today, by state */
            days: components["schemas"]["CoverageDayCount"][];
        };
        /** @description why documents are quarantined */
        CoverageReason: {
            /**
             * @description stable code
             * @example not_xml
             */
            reason: string;
            /**
             * Format: int64
             * @description number of documents
             * @example 2
             */
            count: number;
        };
        /** @description common shares that a person owns directly */
        DirectHolding: {
            /**
             * Format: decimal
             * @description last stated number of shares
             * @example 1500
             */
            shares: string | null;
            /**
             * @description title of the security, as filed
             * @example Common Stock
             */
            security_title: string | null;
            /**
             * Format: date
             * @description filing date of the form with this statement
             * @example 2024-01-31
             */
            filing_date: string | null;
        };
        /** @description A ready-made file with the rows of one list that were filed in one month */
        ExportFile: {
            /**
             * @description name for GET /exports/{name}; it changes with the content
             * @example trades-2024-01-1f0c2f9e5b7a9d3c.parquet
             */
            name: string;
            /**
             * @description path of the file in a tree with Hive partitions
             * @example parquet/trades/year=2024/month=01/trades-2024-01-1f0c2f9e5b7a9d3c.parquet
             */
            path: string;
            /**
             * @description address of the file below the service's own; GET /exports/{path} sends the same file
             * @example /api/v1/exports/trades-2024-01-1f0c2f9e5b7a9d3c.parquet
             */
            url: string;
            /**
             * @description the list of the rows
             * @example trades
             * @enum {string}
             */
            list: "trades" | "politician-trades" | "clusters" | "late-filings";
            /**
             * @description month of the filing date
             * @example 2024-01
             */
            month: string;
            /**
             * @description format of the file
             * @example parquet
             * @enum {string}
             */
            format: "parquet" | "csv" | "ndjson";
            /**
             * Format: int64
             * @description number of rows
             * @example 21344
             */
            rows: number;
            /**
             * Format: int64
             * @description size in bytes
             * @example 3480112
             */
            bytes: number;
            /**
             * @description SHA-256 of the file in hex
             * @example 1f0c2f9e5b7a9d3c1f0c2f9e5b7a9d3c1f0c2f9e5b7a9d3c1f0c2f9e5b7a9d3c
             */
            sha256: string;
            /**
             * @description data version at which the rows were read
             * @example 42
             */
            data_version: string;
            /**
             * Format: date-time
             * @description when that data version was written
             * @example 2024-01-31T12:00:00Z
             */
            as_of: string;
            /**
             * Format: date-time
             * @description when the file was created
             * @example 2024-01-31T12:00:00Z
             */
            published_at: string;
        };
        /** @description a footnote of the form */
        Footnote: {
            /**
             * @description id of the footnote on the form
             * @example F1
             */
            id: string;
            /**
             * @description null if the form has no text for that id
             * @example Includes 100 shares held by a trust.
             */
            text: string | null;
        };
        /** @description The last stated position of an insider in one security and vehicle */
        HoldingPosition: {
            /**
             * @description the first listed owner, zero-padded
             * @example 0001234567
             */
            insider_cik: string;
            /**
             * @description the first listed owner, as filed
             * @example DOE JANE
             */
            insider_name: string;
            /**
             * @description the issuer, zero-padded
             * @example 0000320193
             */
            company_cik: string;
            /**
             * @description the issuer
             * @example Apple Inc.
             */
            company_name: string;
            /**
             * @description the company's current (or last) symbol
             * @example AAPL
             */
            ticker: string | null;
            /**
             * @description title of the security
             * @example Common Stock
             */
            security_title: string;
            /**
             * @description kind of security; null where no reviewed pattern covers the title
             * @example common
             */
            security_class: "common" | "preferred" | "option" | "warrant" | "unit" | "debt" | "fund" | "crypto" | "other" | null;
            /**
             * @description from the form's derivative table
             * @example false
             */
            is_derivative: boolean;
            /**
             * Format: double
             * @description conversion or exercise price of a derivative
             * @example 125000.5
             */
            exercise_price: number | null;
            /**
             * Format: date
             * @description last day on which a derivative can be exercised
             * @example 2024-01-31
             */
            expiration_date: string | null;
            /**
             * @description ownership of the holding
             * @example direct
             */
            ownership: "direct" | "indirect" | null;
            /**
             * @description kind of vehicle that holds the security, from the nature of ownership
             * @example direct
             */
            vehicle: "direct" | "trust" | "spouse" | "child" | "plan" | "foundation" | "family" | "entity" | "other" | null;
            /**
             * @description nature of ownership, as filed
             * @example By Trust
             */
            nature_of_ownership: string | null;
            /**
             * Format: decimal
             * @description last stated position; null if the form states a value instead
             * @example 1500
             */
            shares: string | null;
            /**
             * Format: double
             * @description last stated value, if the form states no number
             * @example 125000.5
             */
            value: number | null;
            /**
             * Format: date
             * @description trade date or period of report of the statement
             * @example 2024-01-31
             */
            stated_date: string;
            /**
             * Format: date
             * @description date of filing at the SEC
             * @example 2024-01-31
             */
            filing_date: string;
            /**
             * @description SEC form with the statement
             * @example 4
             * @enum {string}
             */
            form_type: "3" | "4" | "5" | "3/A" | "4/A" | "5/A";
            /**
             * @description accession number of the filing
             * @example 0001234567-24-000012
             */
            accession_number: string;
            /**
             * @description address of the filing at the SEC
             * @example https://www.sec.gov/Archives/edgar/data/1/2.txt
             */
            source_url: string;
            /**
             * Format: int64
             * @description number of positions with the same title and nature of ownership, which differ only in footnotes; shares is that of one of them
             * @example 1
             */
            parts: number;
            /**
             * Format: int64
             * @description entries of the ledger
             * @example 12
             */
            entry_count: number;
            /**
             * Format: int64
             * @description entries with an unexplained difference
             * @example 0
             */
            gap_count: number;
            /** @description the newest hundred entries, in order of trade date and form */
            ledger: components["schemas"]["LedgerEntry"][];
        };
        /** @description a company with filings by the insider */
        InsiderCompany: {
            /**
             * @description current (or last) symbol
             * @example AAPL
             */
            ticker: string | null;
            /**
             * @description name
             * @example Apple Inc.
             */
            company_name: string;
            /**
             * @description the insider's latest official title
             * @example Director
             */
            title: string | null;
            /**
             * Format: date
             * @description first transaction in its securities
             * @example 2024-01-31
             */
            first_trade_date: string | null;
            /**
             * Format: date
             * @description latest transaction in its securities
             * @example 2024-01-31
             */
            last_trade_date: string | null;
        };
        /** @description An insider with sums over the insider's trades */
        InsiderEntry: {
            /**
             * @description zero-padded to ten digits
             * @example 0001234567
             */
            cik: string;
            /**
             * @description name of the owner, as last filed
             * @example DOE JANE
             */
            name: string;
            /**
             * Format: double
             * @description value of the purchases and the sales
             * @example 125000.5
             */
            total_value: number;
            stats: components["schemas"]["InsiderStats"];
            track_record_90d: components["schemas"]["TrackRecordPeriod"];
        };
        /** @description An insider with only a Form 3 has zeros */
        InsiderProfile: {
            /**
             * @description zero-padded to ten digits
             * @example 0001234567
             */
            cik: string;
            /**
             * @description name as filed
             * @example DOE JANE
             */
            name: string;
            /** @description companies with filings by the insider */
            companies: components["schemas"]["InsiderCompany"][];
            stats: components["schemas"]["InsiderStats"];
            /** @description the ten newest transactions */
            recent_trades: components["schemas"]["InsiderTrade"][];
        };
        /** @description over non-derivative transactions; buys are P, sells are S */
        InsiderStats: {
            /**
             * Format: int64
             * @description transactions
             * @example 40
             */
            total_trades: number;
            /**
             * Format: int64
             * @description purchases (P)
             * @example 12
             */
            buy_count: number;
            /**
             * Format: int64
             * @description sales (S)
             * @example 8
             */
            sell_count: number;
            /**
             * Format: double
             * @description value of the purchases
             * @example 125000.5
             */
            total_buy_value: number;
            /**
             * Format: double
             * @description value of the sales
             * @example 125000.5
             */
            total_sell_value: number;
            /**
             * Format: double
             * @description purchases minus sales
             * @example 125000.5
             */
            net_value: number;
            /**
             * Format: double
             * @description average value over purchases and sales
             * @example 83.3333
             */
            avg_trade_value: number | null;
            /**
             * Format: int64
             * @description transactions that the values exclude because of a suspect price or date or a conflict of direction
             * @example 0
             */
            suspect_count: number;
            /**
             * Format: int64
             * @description different symbols
             * @example 2
             */
            unique_tickers: number;
            /**
             * Format: date
             * @description first transaction
             * @example 2024-01-31
             */
            first_trade_date: string | null;
            /**
             * Format: date
             * @description latest transaction
             * @example 2024-01-31
             */
            last_trade_date: string | null;
        };
        /** @description non-derivative purchases (P) and sales (S) by insiders, without suspect ones */
        InsiderTotals: {
            /**
             * Format: int64
             * @description purchases
             * @example 12
             */
            buy_count: number;
            /**
             * Format: int64
             * @description sales
             * @example 8
             */
            sell_count: number;
            /**
             * Format: double
             * @description value of the purchases
             * @example 125000.5
             */
            buy_value: number;
            /**
             * Format: double
             * @description value of the sales
             * @example 125000.5
             */
            sell_value: number;
            /**
             * Format: double
             * @description purchases minus sales
             * @example 125000.5
             */
            net_value: number;
            /**
             * Format: int64
             * @description purchases and sales that are excluded from the other values because of a suspect price or date or a conflict of direction
             * @example 0
             */
            suspect_count: number;
        };
        /** @description One transaction row of a Form 3, 4 or 5 */
        InsiderTrade: {
            /**
             * Format: int64
             * @description the row's id; the same source row always has the same id
             * @example 5021873920512
             */
            id: number;
            /**
             * Format: date
             * @description date of filing at the SEC
             * @example 2024-01-31
             */
            filing_date: string;
            /**
             * Format: date
             * @description date of the transaction
             * @example 2024-01-31
             */
            trade_date: string | null;
            /**
             * @description the company's current (or last) symbol; if it has several, that of the row's own class of shares
             * @example AAPL
             */
            ticker: string | null;
            /**
             * @description the issuer
             * @example Apple Inc.
             */
            company_name: string;
            /**
             * @description the issuer's CIK, zero-padded to ten digits
             * @example 0000320193
             */
            company_cik: string;
            /**
             * @description the first reporting owner, name as filed
             * @example DOE JANE
             */
            insider_name: string;
            /**
             * @description the owner's CIK, zero-padded to ten digits
             * @example 0001234567
             */
            insider_cik: string;
            /**
             * @description the insider's official title
             * @example Director, Chief Executive Officer
             */
            title: string | null;
            /**
             * @description the official title as filed where it only refers to the remarks or a footnote, which title resolves
             * @example See Remarks
             */
            title_as_filed: string | null;
            /**
             * @description SEC transaction code, a dash, a label
             * @example P - Purchase
             */
            trade_type: "P - Purchase" | "S - Sale" | "A - Grant" | "D - Sale to Issuer" | "F - Tax" | "G - Gift" | "M - Option Exercise" | "X - Option Exercise" | "C - Conversion" | "W - Inherited" | "E - Expire Short" | "H - Expire Long" | "I - Discretionary" | "J - Other" | "K - Equity Swap" | "L - Small Acquisition" | "O - Option Exercise OTM" | "U - Tender" | "V - Voluntary" | "Z - Voting Trust" | (string & {});
            /**
             * Format: decimal
             * @description number of securities, without a sign
             * @example 1500
             */
            shares: string | null;
            /**
             * Format: double
             * @description price per security as filed, in US dollars
             * @example 83.41
             */
            price: number | null;
            /**
             * Format: double
             * @description shares x price to the cent, or the filed total value; null without a price
             * @example 125000.5
             */
            value: number | null;
            /**
             * @description sector of the company's SIC code; null if none is known
             * @example Technology
             */
            sector: "Consumer Goods" | "Energy" | "Finance" | "Food and Agriculture" | "Health" | "Industrial and Business Services" | "Materials" | "Media and Telecom" | "Other" | "Real Estate" | "Retail and Consumer Services" | "Technology" | "Transport" | "Utilities" | (string & {}) | null;
            /**
             * @description the SEC's SIC industry title of the issuer
             * @example Electronic Computers
             */
            industry: string | null;
            /**
             * Format: int64
             * @description 0 to 100, from facts known at the filing date
             * @example 68
             */
            signal_score: number;
            /**
             * @description by signal_score: from 75, from 50, from 25, below 25
             * @example strong
             * @enum {string}
             */
            signal_tier: "strong" | "moderate" | "weak" | "noise";
            /**
             * @description bullish or bearish for P or S outside a Rule 10b5-1 plan, else neutral
             * @example bullish
             * @enum {string}
             */
            signal_direction: "bullish" | "bearish" | "neutral";
            /**
             * @description the symbol that the filing states
             * @example AAPL
             */
            ticker_as_filed: string | null;
            /**
             * @description accession number of the filing
             * @example 0001234567-24-000012
             */
            accession_number: string;
            /**
             * @description SEC form
             * @example 4
             * @enum {string}
             */
            form_type: "3" | "4" | "5" | "3/A" | "4/A" | "5/A";
            /**
             * @description address of the filing at the SEC
             * @example https://www.sec.gov/Archives/edgar/data/1/2.txt
             */
            source_url: string;
            /**
             * @description title of the security
             * @example Common Stock
             */
            security_title: string;
            /**
             * @description kind of security; only common and fund rows have outcomes and a direction; null if no reviewed pattern covers it
             * @example common
             */
            security_class: "common" | "preferred" | "option" | "warrant" | "unit" | "debt" | "fund" | "crypto" | "other" | null;
            /**
             * @description acquired (A) or disposed of (D), as filed
             * @example A
             */
            acquired_disposed: "A" | "D" | null;
            /**
             * @description from the form's derivative table
             * @example false
             */
            is_derivative: boolean;
            /**
             * @description under a Rule 10b5-1 plan; null if the form does not state it
             * @example false
             */
            is_10b5_1: boolean | null;
            /**
             * @description source of is_10b5_1: the form's checkbox, or footnotes
             * @example checkbox
             */
            is_10b5_1_source: "checkbox" | "footnote" | null;
            /**
             * @description from an amended form
             * @example false
             */
            is_amendment: boolean;
            /**
             * Format: int64
             * @description id of the row that restates this one
             * @example 5021873920513
             */
            superseded_by: number | null;
            /**
             * @description how a row of an amended form was linked to the filing that it amends: it restates a row or adds one; undecided: it is not known which; such rows, and those that they may restate, are in no sum, score, cluster or outcome; null where no amendment was linked
             * @example restates
             */
            amendment_status: "restates" | "adds" | "undecided" | null;
            /**
             * @description an amendment restated other trades of this day and security and left this one out; it still counts
             * @example false
             */
            not_restated: boolean;
            /**
             * Format: decimal
             * @description securities owned after the transaction
             * @example 1500
             */
            shares_owned_after: string | null;
            /**
             * Format: double
             * @description change of the holding, in percent; null if filed_direction_conflict is true
             * @example 2.3412
             */
            delta_own_pct: number | null;
            /**
             * @description ownership of the holding
             * @example direct
             */
            ownership: "direct" | "indirect" | null;
            /**
             * @description the insider is a director
             * @example false
             */
            is_director: boolean;
            /**
             * @description the insider is an officer
             * @example false
             */
            is_officer: boolean;
            /**
             * @description the insider owns more than ten percent
             * @example false
             */
            is_ten_percent_owner: boolean;
            /** @description the other reporting owners of the same form */
            joint_insiders: components["schemas"]["JointInsider"][];
            /**
             * Format: double
             * @description conversion or exercise price of a derivative
             * @example 125000.5
             */
            exercise_price: number | null;
            /**
             * Format: date
             * @description first day on which a derivative can be exercised
             * @example 2024-01-31
             */
            exercisable_date: string | null;
            /**
             * Format: date
             * @description last day on which a derivative can be exercised
             * @example 2024-01-31
             */
            expiration_date: string | null;
            /**
             * @description underlying security of a derivative
             * @example Common Stock
             */
            underlying_title: string | null;
            /**
             * Format: decimal
             * @description number of underlying securities of a derivative
             * @example 1500
             */
            underlying_shares: string | null;
            /**
             * Format: int64
             * @description id of the other half of an exercise or conversion: the row of the form's other table
             * @example 5021873920514
             */
            exercise_pair_id: number | null;
            /**
             * @description an owner of the form sold (S) shares of the company on the day of the exercise; null if the row is not an exercise
             * @example false
             */
            exercise_and_sale: boolean | null;
            /**
             * Format: int64
             * @description first_filing_date minus trade date, in days
             * @example 2
             */
            filing_delay_days: number | null;
            /**
             * Format: date
             * @description filing date of the first filing with this trade; outcomes and lateness count from it
             * @example 2024-01-31
             */
            first_filing_date: string;
            /**
             * @description filing of first_filing_date: the first filing, or the amendment that added the trade
             * @example first_filing
             * @enum {string}
             */
            counted_from: "first_filing" | "amendment";
            /**
             * @description suspect: more than 5 times or less than a fifth of the market price, or a price that equals the number of shares; null if no price was available to compare with
             * @example ok
             */
            price_quality: "ok" | "suspect" | null;
            /**
             * @description rule by which the price is suspect: equals_shares: the price equals the number of shares; other_security: a footnote gives the price of a depositary share or a unit; total: a value above 5 billion dollars, or a price above 5,000, without a market price, of a share that is not on the reviewed list of high-priced shares; market_price: far from the closes; other_prices: far from other filed prices
             * @example equals_shares
             */
            price_quality_reason: "equals_shares" | "other_security" | "total" | "market_price" | "other_prices" | null;
            /**
             * @description why there is no price: footnote_only: a footnote replaces it; not_required: a gift, an inheritance or another transaction without a payment; missing; null with a price
             * @example footnote_only
             */
            price_reason: "footnote_only" | "not_required" | "missing" | null;
            /**
             * Format: int64
             * @description id of the first row of the same purchase or sale, which several filers of an ownership chain report; sums, rankings, clusters and scores count only the first one; null on that row
             * @example 5021873920512
             */
            same_block_as: number | null;
            /**
             * @description the insider had not bought (P) at the company in the 730 days before; null if the stored filings do not show it, and for all rows except purchases
             * @example false
             */
            first_buy: boolean | null;
            /**
             * Format: int64
             * @description id of the cluster that the trade belongs to
             * @example 5021873920514
             */
            cluster_id: number | null;
            /**
             * @description plausibility of the dates; null without a trade date
             * @example ok
             */
            date_quality: "ok" | "transaction_after_filing" | "implausible_lag" | null;
            /**
             * @description a purchase was filed as disposed of, or a sale as acquired; null if the form states neither
             * @example false
             */
            filed_direction_conflict: boolean | null;
            /** @description the factors of the score; their points add up to it */
            signal_factors: components["schemas"]["SignalFactor"][];
            /**
             * @description version of the signal formula
             * @example 1
             */
            signal_version: string;
            /**
             * Format: date-time
             * @description when this row last changed in this database
             * @example 2024-01-31T12:00:00Z
             */
            last_modified: string;
            /** @description the form's footnotes that this row refers to */
            footnotes?: components["schemas"]["Footnote"][];
            /**
             * @description nature of an indirect holding, in the filer's words
             * @example By Trust
             */
            nature_of_ownership?: string | null;
            /**
             * @description remarks of the form
             * @example text
             */
            remarks?: string | null;
            /**
             * Format: date-time
             * @description when the SEC accepted the filing; null if it was read without its header
             * @example 2024-01-31T12:00:00Z
             */
            accepted_at?: string | null;
            outcomes?: components["schemas"]["Outcomes"];
        };
        /** @description another reporting owner of the same form */
        JointInsider: {
            /**
             * @description CIK, zero-padded
             * @example 0001234567
             */
            cik: string;
            /**
             * @description name as filed
             * @example DOE JANE
             */
            name: string;
        };
        /** @description A politician trade disclosed after the 45-day deadline */
        LateFiling: {
            /**
             * Format: int64
             * @description the row's id; the same source row always has the same id
             * @example 7301444032512
             */
            id: number;
            /**
             * Format: date
             * @description day on which the report was filed
             * @example 2024-01-31
             */
            filing_date: string;
            /**
             * Format: date
             * @description date of the transaction
             * @example 2024-01-31
             */
            trade_date: string | null;
            /**
             * @description the member
             * @example Jane Doe
             */
            politician_name: string;
            /**
             * @description the member's bioguide id
             * @example D000001
             */
            politician_id: string;
            /**
             * @description party on the trade date, full name
             * @example Democrat
             */
            party: string | null;
            /**
             * @description chamber on the trade date
             * @example House
             * @enum {string}
             */
            chamber: "House" | "Senate";
            /**
             * @description state on the trade date
             * @example CA
             */
            state: string | null;
            /**
             * Format: int64
             * @description district on the trade date; House only
             * @example 11
             */
            district: number | null;
            /**
             * @description symbol; null for assets without one
             * @example AAPL
             */
            ticker: string | null;
            /**
             * @description asset as disclosed
             * @example Apple Inc. - Common Stock
             */
            asset_name: string;
            /**
             * @description kind of asset as disclosed
             * @example Stock
             */
            asset_type: string | null;
            /**
             * @description kind of transaction
             * @example Purchase
             * @enum {string}
             */
            trade_type: "Purchase" | "Sale (Full)" | "Sale (Partial)" | "Sale" | "Exchange";
            /**
             * @description who owns the asset
             * @example Self
             */
            owner: "Self" | "Spouse" | "Joint" | "Child" | null;
            /**
             * @description bracket as filed
             * @example $1,001 - $15,000
             */
            amount_range: string | null;
            /**
             * Format: double
             * @description lower end of the bracket
             * @example 1001
             */
            amount_low: number | null;
            /**
             * Format: double
             * @description upper end of the bracket; null if it is open
             * @example 15000
             */
            amount_high: number | null;
            /**
             * Format: double
             * @description middle of the bracket; the lower end if it is open
             * @example 8000.5
             */
            amount_mid: number | null;
            /**
             * Format: int64
             * @description first_filing_date minus trade date: from the original filing for an amendment, null where that is unknown
             * @example 31
             */
            delay_days: number | null;
            /**
             * @description filed more than 45 days after the trade; false also where the delay is unknown or date_quality is not ok; not a legal finding
             * @example false
             */
            is_late: boolean;
            /**
             * @description the issuer's sector
             * @example Technology
             */
            sector: "Consumer Goods" | "Energy" | "Finance" | "Food and Agriculture" | "Health" | "Industrial and Business Services" | "Materials" | "Media and Telecom" | "Other" | "Real Estate" | "Retail and Consumer Services" | "Technology" | "Transport" | "Utilities" | (string & {}) | null;
            /**
             * @description the issuer's SIC industry
             * @example Electronic Computers
             */
            industry: string | null;
            /**
             * @description the member sat on a committee with jurisdiction over the issuer; false also where committee_data is unknown or issuer_unknown
             * @example false
             */
            is_committee_trade: boolean;
            /** @description these committees, and the source of the membership */
            committee_matches: components["schemas"]["CommitteeMatch"][];
            /**
             * @description known; inferred: from seats in the first roster of a Congress, assumed to begin with that Congress; unknown: no roster for the trade date; issuer_unknown: the issuer's sector is unknown
             * @example known
             * @enum {string}
             */
            committee_data: "known" | "inferred" | "unknown" | "issuer_unknown";
            /**
             * @description comment in the report
             * @example text
             */
            comment: string | null;
            /**
             * @description the publisher's address of the document; that of the Senate's search for a report whose page does not name its own address
             * @example https://disclosures-clerk.house.gov/1.pdf
             */
            source_url: string;
            /**
             * @description from an amended report
             * @example false
             */
            is_amendment: boolean;
            /**
             * @description plausibility of the dates
             * @example ok
             * @enum {string}
             */
            date_quality: "ok" | "transaction_after_disclosure" | "future_transaction_date" | "implausible_lag";
            /**
             * @description kind of security; only common and fund rows have outcomes and a direction; null if no reviewed pattern covers it
             * @example common
             */
            security_class: "common" | "preferred" | "option" | "warrant" | "unit" | "debt" | "fund" | "crypto" | "other" | null;
            /**
             * Format: date-time
             * @description when this row last changed in this database
             * @example 2024-01-31T12:00:00Z
             */
            last_modified: string;
            /**
             * @description the symbol as disclosed
             * @example AAPL
             */
            ticker_as_filed: string | null;
            /**
             * @description where the symbol is from: the report's column, or the asset's name where that has the symbol of a company with that name; null without a symbol
             * @example column
             */
            ticker_source: "column" | "asset_name" | null;
            /**
             * Format: date
             * @description filing date of the original report, for an amendment
             * @example 2024-01-31
             */
            original_filing_date: string | null;
            /**
             * Format: date
             * @description filing date of the first report with this trade: delay, lateness and outcomes count from it; null where it is unknown, then outcomes count from filing_date
             * @example 2024-01-31
             */
            first_filing_date: string | null;
            /**
             * @description filing of first_filing_date: the first filing, or the amendment that added the trade or was the first to name its security
             * @example first_filing
             * @enum {string}
             */
            counted_from: "first_filing" | "amendment";
            /**
             * @description sub-holding that a House report states; rows that differ only in it are different trades
             * @example Example Brokerage Account
             */
            account: string | null;
            /**
             * Format: date
             * @description when the member was notified of the trade; House only, as filed
             * @example 2024-01-31
             */
            notification_date: string | null;
            /**
             * @description capital gains over $200; House only, as filed
             * @example false
             */
            cap_gains_over_200: boolean | null;
            /**
             * @description filed later than 30 days after the notification or 45 after the trade, whichever is earlier; null without a notification date; not a legal finding
             * @example false
             */
            is_late_statutory: boolean | null;
            /**
             * Format: int64
             * @description id of the row that restates this one
             * @example 7301444032768
             */
            superseded_by: number | null;
            /**
             * Format: date
             * @description trade date + 45 days
             * @example 2024-01-31
             */
            deadline_date: string;
            /**
             * Format: int64
             * @description days after the deadline
             * @example 12
             */
            days_late: number;
        };
        /** @description A transaction, or a statement of a holding */
        LedgerEntry: {
            /**
             * Format: date
             * @description trade date, or the period of the report
             * @example 2024-01-31
             */
            date: string;
            /**
             * Format: date
             * @description date of filing at the SEC
             * @example 2024-01-31
             */
            filing_date: string;
            /**
             * @description SEC form
             * @example 4
             * @enum {string}
             */
            form_type: "3" | "4" | "5" | "3/A" | "4/A" | "5/A";
            /**
             * @description accession number of the filing
             * @example 0001234567-24-000012
             */
            accession_number: string;
            /**
             * Format: int64
             * @description id of the transaction; null for a statement
             * @example 5021873920512
             */
            trade_id: number | null;
            /**
             * @description SEC transaction code, a dash, a label; null for a statement
             * @example P - Purchase
             */
            trade_type: "P - Purchase" | "S - Sale" | "A - Grant" | "D - Sale to Issuer" | "F - Tax" | "G - Gift" | "M - Option Exercise" | "X - Option Exercise" | "C - Conversion" | "W - Inherited" | "E - Expire Short" | "H - Expire Long" | "I - Discretionary" | "J - Other" | "K - Equity Swap" | "L - Small Acquisition" | "O - Option Exercise OTM" | "U - Tender" | "V - Voluntary" | "Z - Voting Trust" | (string & {}) | null;
            /**
             * @description acquired (A) or disposed of (D), as filed
             * @example A
             */
            acquired_disposed: "A" | "D" | null;
            /**
             * Format: decimal
             * @description number of securities of the transaction, without a sign
             * @example 1500
             */
            shares: string | null;
            /**
             * Format: decimal
             * @description position after it, as stated on the form
             * @example 1500
             */
            shares_owned_after: string | null;
            /**
             * Format: decimal
             * @description the position stated before plus or minus this transaction; null if none is known
             * @example 1500
             */
            expected: string | null;
            /**
             * Format: decimal
             * @description stated minus expected, signed
             * @example -20
             */
            gap: string | null;
            /**
             * @description why stated and expected position differ; null if they are equal
             * @example first_statement
             */
            cause: "first_statement" | "superseded" | "no_shares_stated" | "rounding" | "other_order" | "total_of_form" | "several_lots" | "several_vehicles" | "several_owners" | "split" | "footnote" | "plan_account" | "gap" | null;
            /**
             * Format: decimal
             * @description new shares per old share, if the cause is split
             * @example 20
             */
            split_ratio: string | null;
        };
        /** @description the current window of a limit */
        LimitWindow: {
            /**
             * Format: int64
             * @description requests in the window
             * @example 500
             */
            limit: number;
            /**
             * Format: int64
             * @description requests left
             * @example 489
             */
            remaining: number;
            /**
             * Format: int64
             * @description end of the window, Unix seconds
             * @example 1706745600
             */
            reset_at: number;
        };
        /** @description The reported trades of one asset by one owner, and what they prove */
        MemberHolding: {
            /**
             * @description asset as disclosed in the newest trade
             * @example Apple Inc.
             */
            asset_name: string;
            /**
             * @description symbol of the newest trade
             * @example AAPL
             */
            ticker: string | null;
            /**
             * @description the issuer's CIK, zero-padded
             * @example 0000320193
             */
            company_cik: string | null;
            /**
             * @description kind of asset as disclosed
             * @example Stock
             */
            asset_type: string | null;
            /**
             * @description kind of security; null where no reviewed pattern covers it
             * @example common
             */
            security_class: string | null;
            /**
             * @description Self, Spouse, Joint or Child
             * @example Self
             */
            owner: string | null;
            /**
             * @description the sub-holding that the report names
             * @example IRA
             */
            account: string | null;
            /**
             * @description what the trades of last_trade_date prove: held, something was left after them; sold_in_full, nothing was; null, see unknown_reason. No later report says otherwise
             * @example held
             */
            position: "held" | "sold_in_full" | null;
            /**
             * @description why the position is not proved: date_suspect, a trade has no plausible date; several_symbols, trades of the company's shares are under several symbols; exchange, the last trade is an exchange; sale_kind_not_stated, the last trade is a sale that does not say whether in full; same_day, a sale and another trade on one day, in an order that is not reported
             * @example date_suspect
             */
            unknown_reason: "date_suspect" | "several_symbols" | "exchange" | "sale_kind_not_stated" | "same_day" | null;
            /**
             * Format: int64
             * @description reported trades
             * @example 4
             */
            trade_count: number;
            /**
             * Format: int64
             * @description id of the newest trade
             * @example 5021873920512
             */
            last_trade_id: number;
            /**
             * Format: date
             * @description first reported trade
             * @example 2024-01-31
             */
            first_trade_date: string | null;
            /**
             * Format: date
             * @description last reported trade
             * @example 2024-01-31
             */
            last_trade_date: string | null;
            /**
             * Format: date
             * @description last purchase
             * @example 2024-01-31
             */
            last_purchase_date: string | null;
            /**
             * Format: date
             * @description last sale of any kind
             * @example 2024-01-31
             */
            last_sale_date: string | null;
            /**
             * Format: date
             * @description day of the last full sale: counts and sums are those of later trades, which began with nothing; null: of all reported trades, and what was held before the first is not reported
             * @example 2024-01-31
             */
            counted_after: string | null;
            /**
             * Format: int64
             * @description purchases since counted_after
             * @example 2
             */
            purchase_count: number;
            /**
             * Format: int64
             * @description sales since counted_after
             * @example 1
             */
            sale_count: number;
            /**
             * Format: double
             * @description sum of the lower ends of the purchases' brackets since counted_after; null where a bracket does not have that end or a date is in doubt
             * @example 125000.5
             */
            purchased_low: number | null;
            /**
             * Format: double
             * @description sum of their upper ends since counted_after; null where a bracket does not have that end or a date is in doubt
             * @example 125000.5
             */
            purchased_high: number | null;
            /**
             * Format: double
             * @description sum of the lower ends of the sales' brackets since counted_after; null where a bracket does not have that end or a date is in doubt
             * @example 125000.5
             */
            sold_low: number | null;
            /**
             * Format: double
             * @description sum of their upper ends since counted_after; null where a bracket does not have that end or a date is in doubt
             * @example 125000.5
             */
            sold_high: number | null;
        };
        /** @description Forward returns. Entry is the first close after the filing date (for a restated trade after first_filing_date), exit the first close on or after entry + n days; null if either is more than 10 days after its target */
        Outcomes: {
            /**
             * @description resolved: all five returns are known; partial: some; pending: none yet; unavailable: no usable bars
             * @example resolved
             * @enum {string}
             */
            status: "resolved" | "partial" | "pending" | "unavailable";
            /**
             * @description why returns are null: entry_ahead, exit_ahead (entry or exit is in the future); no_bar_near_entry, no_bar_near_exit, no_benchmark; no_ticker, no_series (no prices of the symbol), not_adjusted (raw closes only), symbol_reused (the prices of those days are another company's), not_a_listed_share, not_judged (see security_class); price_suspect, date_suspect, direction_conflict, amendment_undecided (see price_quality, date_quality, filed_direction_conflict, amendment_status); not_derived (not computed yet)
             * @example text
             */
            reason: string | null;
            /**
             * Format: date
             * @description date of the entry close
             * @example 2024-01-31
             */
            entry_date: string | null;
            /**
             * Format: double
             * @description close on that date as traded
             * @example 125000.5
             */
            entry_price: number | null;
            /**
             * Format: double
             * @description the same close adjusted for splits and dividends
             * @example 125000.5
             */
            entry_price_adjusted: number | null;
            /**
             * Format: double
             * @description return from entry to 7 days later, in percent
             * @example 2.3412
             */
            return_7d_pct: number | null;
            /**
             * Format: double
             * @description SPY's return between the same two dates
             * @example 2.3412
             */
            spy_return_7d_pct: number | null;
            /**
             * Format: double
             * @description return minus SPY's return (an excess return)
             * @example 2.3412
             */
            alpha_7d_pct: number | null;
            /**
             * Format: double
             * @description return from the trade date: the trader's own
             * @example 2.3412
             */
            trade_date_return_7d_pct: number | null;
            /**
             * Format: double
             * @description SPY's return between those dates
             * @example 2.3412
             */
            trade_date_spy_return_7d_pct: number | null;
            /**
             * Format: double
             * @description excess return from the trade date
             * @example 2.3412
             */
            trade_date_alpha_7d_pct: number | null;
            /**
             * Format: double
             * @description return from entry to 30 days later, in percent
             * @example 2.3412
             */
            return_30d_pct: number | null;
            /**
             * Format: double
             * @description SPY's return between the same two dates
             * @example 2.3412
             */
            spy_return_30d_pct: number | null;
            /**
             * Format: double
             * @description return minus SPY's return (an excess return)
             * @example 2.3412
             */
            alpha_30d_pct: number | null;
            /**
             * Format: double
             * @description return from the trade date: the trader's own
             * @example 2.3412
             */
            trade_date_return_30d_pct: number | null;
            /**
             * Format: double
             * @description SPY's return between those dates
             * @example 2.3412
             */
            trade_date_spy_return_30d_pct: number | null;
            /**
             * Format: double
             * @description excess return from the trade date
             * @example 2.3412
             */
            trade_date_alpha_30d_pct: number | null;
            /**
             * Format: double
             * @description return from entry to 90 days later, in percent
             * @example 2.3412
             */
            return_90d_pct: number | null;
            /**
             * Format: double
             * @description SPY's return between the same two dates
             * @example 2.3412
             */
            spy_return_90d_pct: number | null;
            /**
             * Format: double
             * @description return minus SPY's return (an excess return)
             * @example 2.3412
             */
            alpha_90d_pct: number | null;
            /**
             * Format: double
             * @description return from the trade date: the trader's own
             * @example 2.3412
             */
            trade_date_return_90d_pct: number | null;
            /**
             * Format: double
             * @description SPY's return between those dates
             * @example 2.3412
             */
            trade_date_spy_return_90d_pct: number | null;
            /**
             * Format: double
             * @description excess return from the trade date
             * @example 2.3412
             */
            trade_date_alpha_90d_pct: number | null;
            /**
             * Format: double
             * @description return from entry to 180 days later, in percent
             * @example 2.3412
             */
            return_180d_pct: number | null;
            /**
             * Format: double
             * @description SPY's return between the same two dates
             * @example 2.3412
             */
            spy_return_180d_pct: number | null;
            /**
             * Format: double
             * @description return minus SPY's return (an excess return)
             * @example 2.3412
             */
            alpha_180d_pct: number | null;
            /**
             * Format: double
             * @description return from the trade date: the trader's own
             * @example 2.3412
             */
            trade_date_return_180d_pct: number | null;
            /**
             * Format: double
             * @description SPY's return between those dates
             * @example 2.3412
             */
            trade_date_spy_return_180d_pct: number | null;
            /**
             * Format: double
             * @description excess return from the trade date
             * @example 2.3412
             */
            trade_date_alpha_180d_pct: number | null;
            /**
             * Format: double
             * @description return from entry to 365 days later, in percent
             * @example 2.3412
             */
            return_365d_pct: number | null;
            /**
             * Format: double
             * @description SPY's return between the same two dates
             * @example 2.3412
             */
            spy_return_365d_pct: number | null;
            /**
             * Format: double
             * @description return minus SPY's return (an excess return)
             * @example 2.3412
             */
            alpha_365d_pct: number | null;
            /**
             * Format: double
             * @description return from the trade date: the trader's own
             * @example 2.3412
             */
            trade_date_return_365d_pct: number | null;
            /**
             * Format: double
             * @description SPY's return between those dates
             * @example 2.3412
             */
            trade_date_spy_return_365d_pct: number | null;
            /**
             * Format: double
             * @description excess return from the trade date
             * @example 2.3412
             */
            trade_date_alpha_365d_pct: number | null;
        };
        /** @description position of this page in the list; a page past the end is empty */
        Pagination: {
            /**
             * Format: int64
             * @description page of the list, from 1
             * @example 1
             */
            page: number;
            /**
             * Format: int64
             * @description entries per page
             * @example 25
             */
            pageSize: number;
            /**
             * Format: int64
             * @description all matching records, exact
             * @example 2381
             */
            total: number;
            /**
             * Format: int64
             * @description number of pages
             * @example 96
             */
            totalPages: number;
            /**
             * @description path and query of the next page, at the same data version where the list takes `dataVersion`; null on the last page
             * @example /api/v1/trades?tradeTypes=P&page=2&dataVersion=42
             */
            next: string | null;
        };
        /** @description one holding period; every trade has the same weight */
        PerformanceHorizon: {
            /**
             * Format: int64
             * @description holding period in calendar days
             * @example 30
             */
            days: number;
            /**
             * Format: int64
             * @description observations whose return is known
             * @example 26
             */
            resolved_trades: number;
            /**
             * Format: int64
             * @description observations for which SPY's return is known too: the base of avg_alpha_pct and beat_spy_rate_pct; null in a directory if they are not counted yet after an upgrade
             * @example 25
             */
            compared_trades: number | null;
            /**
             * Format: double
             * @description average return
             * @example 4.1182
             */
            avg_return_pct: number | null;
            /**
             * Format: double
             * @description average return minus SPY's, over observations with both
             * @example 1.0034
             */
            avg_alpha_pct: number | null;
            /**
             * Format: double
             * @description share of observations with a return above 0
             * @example 61.5385
             */
            win_rate_pct: number | null;
            /**
             * Format: double
             * @description lower bound of the Wilson 95 % interval
             * @example 42.5324
             */
            win_rate_low_pct: number | null;
            /**
             * Format: double
             * @description upper bound of the Wilson 95 % interval
             * @example 77.5757
             */
            win_rate_high_pct: number | null;
            /**
             * Format: double
             * @description share of observations with an alpha above 0, of those with an alpha
             * @example 53.8462
             */
            beat_spy_rate_pct: number | null;
            /**
             * Format: double
             * @description sum of each trade's smaller of low x return and high x return
             * @example 125000.5
             */
            pnl_low: number | null;
            /**
             * Format: double
             * @description sum of the bracket's middle x return
             * @example 125000.5
             */
            pnl_mid: number | null;
            /**
             * Format: double
             * @description sum of each trade's larger of low x return and high x return
             * @example 125000.5
             */
            pnl_high: number | null;
            /**
             * Format: int64
             * @description trades whose bracket has no upper end
             * @example 0
             */
            open_ended_trades: number;
            /**
             * @description five or more observations
             * @example true
             */
            sample_sufficient: boolean;
            sales: components["schemas"]["SalesOutcome"];
        };
        /** @description A member of Congress with sums over the member's trades */
        PoliticianEntry: {
            /**
             * @description bioguide id
             * @example D000001
             */
            bioguide_id: string;
            /**
             * @description name
             * @example Jane Doe
             */
            name: string;
            /**
             * @description party of the current (or last) term, full name
             * @example Democrat
             */
            party: string | null;
            /**
             * @description chamber of the current (or last) term
             * @example House
             */
            chamber: string | null;
            /**
             * @description state of the current (or last) term
             * @example CA
             */
            state: string | null;
            /**
             * Format: int64
             * @description House only
             * @example 11
             */
            district: number | null;
            /**
             * @description office, e.g. Senator or Representative
             * @example Representative
             */
            position: string | null;
            /**
             * @description in office today
             * @example false
             */
            in_office: boolean;
            stats: components["schemas"]["PoliticianStats"];
            performance_90d: components["schemas"]["PerformanceHorizon"];
        };
        /** @description P&L is in dollars and a range, because disclosures state brackets */
        PoliticianPerformance: {
            /**
             * @description bioguide id
             * @example D000001
             */
            bioguide_id: string;
            /**
             * @description name
             * @example Jane Doe
             */
            name: string;
            /**
             * @description benchmark of alpha
             * @example SPY
             */
            benchmark: string;
            /** @description returns from the first close after the filing date (a follower's) */
            horizons: components["schemas"]["PerformanceHorizon"][];
            /** @description returns from the trade date (the member's own) */
            trade_date: components["schemas"]["PerformanceHorizon"][];
        };
        /** @description A member of Congress */
        PoliticianProfile: {
            /**
             * @description bioguide id
             * @example D000001
             */
            bioguide_id: string;
            /**
             * @description name
             * @example Jane Doe
             */
            name: string;
            /**
             * @description party of the current (or last) term, full name
             * @example Democrat
             */
            party: string | null;
            /**
             * @description chamber of the current (or last) term
             * @example House
             */
            chamber: string | null;
            /**
             * @description state of the current (or last) term
             * @example CA
             */
            state: string | null;
            /**
             * Format: int64
             * @description House only
             * @example 11
             */
            district: number | null;
            /**
             * @description office, e.g. Senator or Representative
             * @example Representative
             */
            position: string | null;
            /**
             * @description in office today
             * @example false
             */
            in_office: boolean;
            /** @description terms of office */
            terms: components["schemas"]["Term"][];
            /** @description current committees */
            committees: components["schemas"]["CommitteeSeat"][];
            stats: components["schemas"]["PoliticianStats"];
            /** @description ten most traded symbols */
            top_tickers: components["schemas"]["TopTicker"][];
            trades: components["schemas"]["PoliticianTradePage"];
        };
        /** @description over all disclosed transactions that are not superseded */
        PoliticianStats: {
            /**
             * Format: int64
             * @description transactions
             * @example 120
             */
            total_trades: number;
            /**
             * Format: int64
             * @description purchases
             * @example 70
             */
            buy_count: number;
            /**
             * Format: int64
             * @description sales, full and partial
             * @example 48
             */
            sell_count: number;
            /**
             * Format: double
             * @description sum of the lower ends
             * @example 125000.5
             */
            est_volume_low: number;
            /**
             * Format: double
             * @description sum of the middles
             * @example 125000.5
             */
            est_volume_mid: number;
            /**
             * Format: double
             * @description sum of the upper ends; an open bracket counts with its lower end
             * @example 125000.5
             */
            est_volume_high: number;
            /**
             * Format: int64
             * @description different symbols
             * @example 31
             */
            unique_tickers: number;
            /**
             * Format: int64
             * @description disclosed after the deadline
             * @example 4
             */
            late_count: number;
            /**
             * Format: double
             * @description late_count in percent of total_trades, including those with an unknown delay
             * @example 2.3412
             */
            late_rate_pct: number | null;
            /**
             * Format: int64
             * @description transactions with plausible dates and a known delay; the others are neither late nor on time
             * @example 118
             */
            late_judged_count: number;
            /**
             * Format: double
             * @description average delay in days, over transactions with plausible dates
             * @example 27.5
             */
            avg_delay_days: number | null;
            /**
             * Format: int64
             * @description committee trades
             * @example 9
             */
            committee_trade_count: number;
            /**
             * Format: int64
             * @description transactions with a known roster and a known sector of the issuer; for the others it is unknown whether they are committee trades
             * @example 85
             */
            committee_judged_count: number;
        };
        /** @description One transaction of a Periodic Transaction Report */
        PoliticianTrade: {
            /**
             * Format: int64
             * @description the row's id; the same source row always has the same id
             * @example 7301444032512
             */
            id: number;
            /**
             * Format: date
             * @description day on which the report was filed
             * @example 2024-01-31
             */
            filing_date: string;
            /**
             * Format: date
             * @description date of the transaction
             * @example 2024-01-31
             */
            trade_date: string | null;
            /**
             * @description the member
             * @example Jane Doe
             */
            politician_name: string;
            /**
             * @description the member's bioguide id
             * @example D000001
             */
            politician_id: string;
            /**
             * @description party on the trade date, full name
             * @example Democrat
             */
            party: string | null;
            /**
             * @description chamber on the trade date
             * @example House
             * @enum {string}
             */
            chamber: "House" | "Senate";
            /**
             * @description state on the trade date
             * @example CA
             */
            state: string | null;
            /**
             * Format: int64
             * @description district on the trade date; House only
             * @example 11
             */
            district: number | null;
            /**
             * @description symbol; null for assets without one
             * @example AAPL
             */
            ticker: string | null;
            /**
             * @description asset as disclosed
             * @example Apple Inc. - Common Stock
             */
            asset_name: string;
            /**
             * @description kind of asset as disclosed
             * @example Stock
             */
            asset_type: string | null;
            /**
             * @description kind of transaction
             * @example Purchase
             * @enum {string}
             */
            trade_type: "Purchase" | "Sale (Full)" | "Sale (Partial)" | "Sale" | "Exchange";
            /**
             * @description who owns the asset
             * @example Self
             */
            owner: "Self" | "Spouse" | "Joint" | "Child" | null;
            /**
             * @description bracket as filed
             * @example $1,001 - $15,000
             */
            amount_range: string | null;
            /**
             * Format: double
             * @description lower end of the bracket
             * @example 1001
             */
            amount_low: number | null;
            /**
             * Format: double
             * @description upper end of the bracket; null if it is open
             * @example 15000
             */
            amount_high: number | null;
            /**
             * Format: double
             * @description middle of the bracket; the lower end if it is open
             * @example 8000.5
             */
            amount_mid: number | null;
            /**
             * Format: int64
             * @description first_filing_date minus trade date: from the original filing for an amendment, null where that is unknown
             * @example 31
             */
            delay_days: number | null;
            /**
             * @description filed more than 45 days after the trade; false also where the delay is unknown or date_quality is not ok; not a legal finding
             * @example false
             */
            is_late: boolean;
            /**
             * @description the issuer's sector
             * @example Technology
             */
            sector: "Consumer Goods" | "Energy" | "Finance" | "Food and Agriculture" | "Health" | "Industrial and Business Services" | "Materials" | "Media and Telecom" | "Other" | "Real Estate" | "Retail and Consumer Services" | "Technology" | "Transport" | "Utilities" | (string & {}) | null;
            /**
             * @description the issuer's SIC industry
             * @example Electronic Computers
             */
            industry: string | null;
            /**
             * @description the member sat on a committee with jurisdiction over the issuer; false also where committee_data is unknown or issuer_unknown
             * @example false
             */
            is_committee_trade: boolean;
            /** @description these committees, and the source of the membership */
            committee_matches: components["schemas"]["CommitteeMatch"][];
            /**
             * @description known; inferred: from seats in the first roster of a Congress, assumed to begin with that Congress; unknown: no roster for the trade date; issuer_unknown: the issuer's sector is unknown
             * @example known
             * @enum {string}
             */
            committee_data: "known" | "inferred" | "unknown" | "issuer_unknown";
            /**
             * @description comment in the report
             * @example text
             */
            comment: string | null;
            /**
             * @description the publisher's address of the document; that of the Senate's search for a report whose page does not name its own address
             * @example https://disclosures-clerk.house.gov/1.pdf
             */
            source_url: string;
            /**
             * @description from an amended report
             * @example false
             */
            is_amendment: boolean;
            /**
             * @description plausibility of the dates
             * @example ok
             * @enum {string}
             */
            date_quality: "ok" | "transaction_after_disclosure" | "future_transaction_date" | "implausible_lag";
            /**
             * @description kind of security; only common and fund rows have outcomes and a direction; null if no reviewed pattern covers it
             * @example common
             */
            security_class: "common" | "preferred" | "option" | "warrant" | "unit" | "debt" | "fund" | "crypto" | "other" | null;
            /**
             * Format: date-time
             * @description when this row last changed in this database
             * @example 2024-01-31T12:00:00Z
             */
            last_modified: string;
            /**
             * @description the symbol as disclosed
             * @example AAPL
             */
            ticker_as_filed: string | null;
            /**
             * @description where the symbol is from: the report's column, or the asset's name where that has the symbol of a company with that name; null without a symbol
             * @example column
             */
            ticker_source: "column" | "asset_name" | null;
            /**
             * Format: date
             * @description filing date of the original report, for an amendment
             * @example 2024-01-31
             */
            original_filing_date: string | null;
            /**
             * Format: date
             * @description filing date of the first report with this trade: delay, lateness and outcomes count from it; null where it is unknown, then outcomes count from filing_date
             * @example 2024-01-31
             */
            first_filing_date: string | null;
            /**
             * @description filing of first_filing_date: the first filing, or the amendment that added the trade or was the first to name its security
             * @example first_filing
             * @enum {string}
             */
            counted_from: "first_filing" | "amendment";
            /**
             * @description sub-holding that a House report states; rows that differ only in it are different trades
             * @example Example Brokerage Account
             */
            account: string | null;
            /**
             * Format: date
             * @description when the member was notified of the trade; House only, as filed
             * @example 2024-01-31
             */
            notification_date: string | null;
            /**
             * @description capital gains over $200; House only, as filed
             * @example false
             */
            cap_gains_over_200: boolean | null;
            /**
             * @description filed later than 30 days after the notification or 45 after the trade, whichever is earlier; null without a notification date; not a legal finding
             * @example false
             */
            is_late_statutory: boolean | null;
            /**
             * Format: int64
             * @description id of the row that restates this one
             * @example 7301444032768
             */
            superseded_by: number | null;
            outcomes?: components["schemas"]["Outcomes"];
        };
        /** @description a page of the member's trades, newest filing first */
        PoliticianTradePage: {
            /** @description the trades */
            items: components["schemas"]["PoliticianTrade"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description sales over the same holding period */
        SalesOutcome: {
            /**
             * Format: int64
             * @description observations whose return is known
             * @example 26
             */
            resolved_trades: number;
            /**
             * Format: double
             * @description sum of the bracket's middle x -return
             * @example 125000.5
             */
            avoided_loss_mid: number | null;
        };
        /** @description one reason for the score */
        SignalFactor: {
            /**
             * @description name of the factor
             * @example base
             */
            factor: string;
            /**
             * Format: int64
             * @description points that it adds or subtracts
             * @example 20
             */
            points: number;
        };
        /** @description one version, tier and direction */
        SignalGroup: {
            /**
             * @description version of the signal formula
             * @example 1
             */
            signal_version: string;
            /**
             * @description tier
             * @example strong
             */
            signal_tier: string;
            /**
             * @description direction
             * @example bullish
             */
            signal_direction: string;
            /**
             * Format: int64
             * @description trades with this signal; lots of one form and trade date count as one
             * @example 120
             */
            trades: number;
            /**
             * Format: int64
             * @description trades with this signal that are excluded because of a suspect price or date or a conflict of direction
             * @example 0
             */
            suspect_count: number;
            /** @description 7, 30, 90, 180 and 365 days */
            periods: components["schemas"]["SignalPeriod"][];
        };
        /** @description Realised performance of the signals */
        SignalPerformance: {
            /**
             * Format: int64
             * @description trades of all versions that are excluded because of a suspect price or date or a conflict of direction
             * @example 0
             */
            suspect_count: number;
            /** @description by version, tier and direction */
            groups: components["schemas"]["SignalGroup"][];
        };
        /** @description one holding period */
        SignalPeriod: {
            /**
             * Format: int64
             * @description holding period in calendar days
             * @example 30
             */
            days: number;
            /**
             * Format: int64
             * @description observations whose return is known
             * @example 26
             */
            resolved_trades: number;
            /**
             * Format: int64
             * @description observations for which SPY's return is known too: the base of avg_alpha_pct and beat_spy_rate_pct; null in a directory if they are not counted yet after an upgrade
             * @example 25
             */
            compared_trades: number | null;
            /**
             * Format: int64
             * @description trades whose return has the direction of the signal
             * @example 16
             */
            hits: number | null;
            /**
             * Format: double
             * @description share of trades whose return has the direction of the signal
             * @example 2.3412
             */
            hit_rate_pct: number | null;
            /**
             * Format: double
             * @description lower bound of the Wilson 95 % interval
             * @example 2.3412
             */
            hit_rate_low_pct: number | null;
            /**
             * Format: double
             * @description upper bound of the Wilson 95 % interval
             * @example 2.3412
             */
            hit_rate_high_pct: number | null;
            /**
             * Format: double
             * @description share of observations with an alpha above 0, of those with an alpha
             * @example 53.8462
             */
            beat_spy_rate_pct: number | null;
            /**
             * Format: double
             * @description average return
             * @example 4.1182
             */
            avg_return_pct: number | null;
            /**
             * Format: double
             * @description average return minus SPY's, over observations with both
             * @example 1.0034
             */
            avg_alpha_pct: number | null;
            /**
             * Format: double
             * @description lower bound of the 95 % interval of the average alpha
             * @example 2.3412
             */
            avg_alpha_low_pct: number | null;
            /**
             * Format: double
             * @description upper bound of the 95 % interval of the average alpha
             * @example 2.3412
             */
            avg_alpha_high_pct: number | null;
            /**
             * @description five or more observations
             * @example true
             */
            sample_sufficient: boolean;
        };
        /** @description one source */
        SourceCoverage: {
            /**
             * @description name of the source
             * @example form345
             */
            source: string;
            /**
             * Format: int64
             * @description stored records
             * @example 2381
             */
            records: number;
            /**
             * Format: date
             * @description newest stored filing date
             * @example 2024-01-31
             */
            newest_filing_date: string | null;
            /**
             * Format: date-time
             * @description when the source was last fetched
             * @example 2024-01-31T12:00:00Z
             */
            last_fetched_at: string | null;
            /**
             * @description status of the last run
             * @example completed
             */
            last_run_status: string | null;
            /**
             * Format: int64
             * @description whole days since the last fetch
             * @example 1
             */
            age_days: number | null;
            /**
             * @description the last fetch or the newest record is older than the publisher's schedule allows, or there is no record; null before the first fetch
             * @example false
             */
            behind: boolean | null;
            listing: components["schemas"]["CoverageListing"] | null;
            /** @description the days from `from` to `to` */
            days?: components["schemas"]["CoverageDay"][];
            /** @description records that are known to be missing */
            missing: components["schemas"]["CoverageGap"][];
        };
        /** @description Totals of one group of trades */
        SummaryGroup: {
            /**
             * @description null unless grouped by company; null too for assets of no stored company
             * @example 0000320193
             */
            company_cik: string | null;
            /**
             * @description name of that company
             * @example Apple Inc.
             */
            company_name: string | null;
            /**
             * @description its current (or last) symbol
             * @example AAPL
             */
            ticker: string | null;
            /**
             * @description null unless grouped by sector or company, and where it is not known
             * @example Technology
             */
            sector: "Consumer Goods" | "Energy" | "Finance" | "Food and Agriculture" | "Health" | "Industrial and Business Services" | "Materials" | "Media and Telecom" | "Other" | "Real Estate" | "Retail and Consumer Services" | "Technology" | "Transport" | "Utilities" | (string & {}) | null;
            /**
             * @description month of the filing, YYYY-MM; null unless grouped by month
             * @example 2024-01
             */
            month: string | null;
            insiders: components["schemas"]["InsiderTotals"];
            members: components["schemas"]["CompanyMemberSums"];
        };
        /** @description A company, an insider or a member of Congress */
        Symbol: {
            /**
             * @description kind of the entry
             * @example company
             * @enum {string}
             */
            kind: "company" | "insider" | "politician";
            /**
             * @description name
             * @example Apple Inc.
             */
            name: string;
            /**
             * @description a company's symbol
             * @example AAPL
             */
            ticker: string | null;
            /**
             * @description CIK of a company or an insider
             * @example 0000320193
             */
            cik: string | null;
            /**
             * @description bioguide id of a member
             * @example D000001
             */
            bioguide_id: string | null;
        };
        /** @description a term of office; the end date is exclusive */
        Term: {
            /**
             * @description House or Senate
             * @example House
             */
            chamber: string;
            /**
             * Format: date
             * @description first day
             * @example 2024-01-31
             */
            start_date: string;
            /**
             * Format: date
             * @description day on which it ends; exclusive
             * @example 2024-01-31
             */
            end_date: string;
            /**
             * @description state
             * @example CA
             */
            state: string;
            /**
             * Format: int64
             * @description House only
             * @example 11
             */
            district: number | null;
            /**
             * @description full name
             * @example Democrat
             */
            party: string;
        };
        /** @description one of the ten most traded symbols */
        TopTicker: {
            /**
             * @description symbol
             * @example AAPL
             */
            ticker: string;
            /**
             * Format: int64
             * @description transactions
             * @example 12
             */
            count: number;
            /**
             * Format: double
             * @description sum of the middles
             * @example 125000.5
             */
            est_value_mid: number;
        };
        /** @description Performance of an insider's purchases, from resolved forward returns */
        TrackRecord: {
            /**
             * @description zero-padded to ten digits
             * @example 0001234567
             */
            cik: string;
            /**
             * @description name as filed
             * @example DOE JANE
             */
            name: string;
            /**
             * @description benchmark of alpha
             * @example SPY
             */
            benchmark: string;
            /** @description 7, 30, 90, 180 and 365 days */
            periods: components["schemas"]["TrackRecordPeriod"][];
        };
        /** @description one holding period */
        TrackRecordPeriod: {
            /**
             * Format: int64
             * @description holding period in calendar days
             * @example 30
             */
            days: number;
            /**
             * Format: int64
             * @description observations whose return is known
             * @example 26
             */
            resolved_trades: number;
            /**
             * Format: int64
             * @description observations for which SPY's return is known too: the base of avg_alpha_pct and beat_spy_rate_pct; null in a directory if they are not counted yet after an upgrade
             * @example 25
             */
            compared_trades: number | null;
            /**
             * Format: int64
             * @description observations with a return above 0
             * @example 16
             */
            wins: number;
            /**
             * Format: double
             * @description share of observations with a return above 0
             * @example 61.5385
             */
            win_rate_pct: number | null;
            /**
             * Format: double
             * @description lower bound of the Wilson 95 % interval
             * @example 42.5324
             */
            win_rate_low_pct: number | null;
            /**
             * Format: double
             * @description upper bound of the Wilson 95 % interval
             * @example 77.5757
             */
            win_rate_high_pct: number | null;
            /**
             * Format: double
             * @description share of observations with an alpha above 0, of those with an alpha
             * @example 53.8462
             */
            beat_spy_rate_pct: number | null;
            /**
             * Format: double
             * @description average return
             * @example 4.1182
             */
            avg_return_pct: number | null;
            /**
             * Format: double
             * @description median return
             * @example 2.9011
             */
            median_return_pct: number | null;
            /**
             * Format: double
             * @description average return minus SPY's, over observations with both
             * @example 1.0034
             */
            avg_alpha_pct: number | null;
            best: components["schemas"]["TrackRecordTrade"] | null;
            worst: components["schemas"]["TrackRecordTrade"] | null;
            /**
             * @description five or more observations
             * @example true
             */
            sample_sufficient: boolean;
        };
        /** @description the best or worst observation */
        TrackRecordTrade: {
            /**
             * Format: int64
             * @description id of its first trade
             * @example 5021873920512
             */
            trade_id: number;
            /**
             * @description symbol
             * @example AAPL
             */
            ticker: string | null;
            /**
             * Format: double
             * @description its return
             * @example 2.3412
             */
            return_pct: number;
        };
        /** @description Limits and usage of the account */
        Usage: {
            /**
             * @description plan of the account
             * @example plus
             */
            plan: string;
            minute: components["schemas"]["LimitWindow"];
            day: components["schemas"]["LimitWindow"];
            month: components["schemas"]["LimitWindow"];
            file_bytes: components["schemas"]["ByteWindow"];
            /** @description by UTC day, route and status */
            requests: components["schemas"]["UsageDay"][];
        };
        /** @description requests of one UTC day, route and status */
        UsageDay: {
            /**
             * @description UTC day
             * @example 2024-01-31
             */
            date: string;
            /**
             * @description route
             * @example /trades
             */
            route: string;
            /**
             * Format: int64
             * @description HTTP status
             * @example 200
             */
            status: number;
            /**
             * Format: int64
             * @description number of requests
             * @example 11
             */
            requests: number;
        };
        /** @description The enumerated values of parameters */
        Vocabulary: {
            /** @description by endpoint */
            parameters: components["schemas"]["VocabularyParameter"][];
        };
        /** @description a parameter with enumerated values */
        VocabularyParameter: {
            /**
             * @description endpoint with the parameter
             * @example /trades
             */
            endpoint: string;
            /**
             * @description name of the parameter
             * @example tradeTypes
             */
            parameter: string;
            /** @description all values that it accepts */
            words: components["schemas"]["VocabularyWord"][];
        };
        /** @description a value that the parameter accepts, in any case */
        VocabularyWord: {
            /**
             * @description the value, as responses write it if they contain it
             * @example P - Purchase
             */
            word: string;
            /**
             * @description meaning of the value
             * @example Open market or private purchase
             */
            meaning: string;
            /**
             * Format: int64
             * @description rows of the list with only this parameter; null if they are not counted
             * @example 20345
             */
            row_count: number | null;
        };
        Error: {
            /** @example Resource not found */
            error: string;
            /** @example 5f0c2f9e-1 */
            requestId: string;
        };
        ParameterError: {
            /** @example Bad request: pageSize must be a whole number from 1 to 100, not "500" */
            error: string;
            /** @example 5f0c2f9e-1 */
            requestId: string;
            details: {
                /** @example pageSize */
                parameter: string;
                /** @example must be a whole number from 1 to 100, not "500" */
                message: string;
            }[];
        };
        LimitError: {
            /** @example Daily limit of 5 requests exceeded. It resets at 2024-02-01T00:00:00Z */
            error: string;
            /** @example 5f0c2f9e-1 */
            requestId: string;
            /**
             * @example daily
             * @enum {string}
             */
            limitType: "minute" | "daily" | "monthly" | "address";
            /**
             * @description `bytes` for the limit of bytes of files; absent for a limit of requests
             * @example bytes
             */
            unit?: string;
            /** @example 5 */
            limit: number;
            /**
             * @description cost of the response in requests, if it is more than one
             * @example 100
             */
            cost?: number;
            /**
             * @description with `cost`: requests left in that window
             * @example 12
             */
            remaining?: number;
            /**
             * @description end of that window, Unix seconds
             * @example 1706745600
             */
            resetAt: number;
            /** @example free */
            plan: string | null;
            /** @description the cheapest plan that would allow the request */
            upgrade: components["schemas"]["Upgrade"] | null;
        };
        StreamLimitError: {
            /** @example Limit of 2 open streams exceeded. Close one to open another */
            error: string;
            /** @example 5f0c2f9e-1 */
            requestId: string;
            /**
             * @example streams
             * @enum {string}
             */
            limitType: "streams";
            /**
             * @description open streams that the plan allows
             * @example 2
             */
            limit: number;
            /**
             * @description when to retry, Unix seconds
             * @example 1706745600
             */
            resetAt: number;
            /** @example plus */
            plan: string;
            /** @description the cheapest plan that allows more */
            upgrade: components["schemas"]["Upgrade"] | null;
        };
        Upgrade: {
            /** @example plus */
            plan: string;
            /**
             * @description US dollars per month
             * @example 19
             */
            price?: number;
            /** @example 500 */
            requestsPerDay?: number;
            /** @example 60 */
            requestsPerMinute?: number;
            /**
             * @description bytes of files; only if the limit of bytes was exceeded
             * @example 2000000000
             */
            bytesPerDay?: number;
            /**
             * @description only if the limit of open streams was exceeded
             * @example 10
             */
            openStreams?: number;
            /** @example https://example.org/account/plan */
            url: string;
        };
    };
    responses: {
        /** @description Malformed, unknown, empty or repeated parameters; `details` names all of them */
        400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Bad request: pageSize must be a whole number from 1 to 100, not \"500\"",
                 *       "requestId": "5f0c2f9e-1",
                 *       "details": [
                 *         {
                 *           "parameter": "pageSize",
                 *           "message": "must be a whole number from 1 to 100, not \"500\""
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ParameterError"];
            };
        };
        /** @description Missing or malformed header, invalid format, unknown, revoked or expired key; for a revoked or expired key the message states when it ended */
        401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Missing, malformed or unknown API key",
                 *       "requestId": "5f0c2f9e-1"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The address is not in the key's allowlist (partner keys) */
        403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "This key may not be used from this address",
                 *       "requestId": "5f0c2f9e-1"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No row has this id, CIK or bioguide id */
        404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Resource not found",
                 *       "requestId": "5f0c2f9e-1"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Only GET and HEAD are allowed */
        405: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Method not allowed",
                 *       "requestId": "5f0c2f9e-1"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description None of the media types in the Accept header is available: JSON, and for lists CSV and NDJSON */
        406: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "None of the types in the Accept header is available; offered: application/json, text/csv, application/x-ndjson",
                 *       "requestId": "5f0c2f9e-1"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description This `dataVersion`, or what followed this Last-Event-ID, is no longer available; start again without it */
        410: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "This dataVersion is no longer available; start again without it",
                 *       "requestId": "5f0c2f9e-1"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The content of the file differs from the one named by If-Match */
        412: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The content of the file differs from the one named by If-Match",
                 *       "requestId": "5f0c2f9e-1"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The file ends before the requested range */
        416: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Content-Range": components["headers"]["Content-Range"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The file ends before the requested range",
                 *       "requestId": "5f0c2f9e-1"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A limit is exceeded; the body names it and the cheapest plan that would allow the request */
        429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Daily limit of 5 requests exceeded. It resets at 2024-02-01T00:00:00Z",
                 *       "requestId": "5f0c2f9e-1",
                 *       "limitType": "daily",
                 *       "limit": 5,
                 *       "resetAt": 1706745600,
                 *       "plan": "free",
                 *       "upgrade": {
                 *         "plan": "plus",
                 *         "url": "https://example.org/account/plan"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["LimitError"];
            };
        };
        /** @description An error of the service; not counted, safe to retry after 1, 2, 4 seconds */
        500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Internal server error",
                 *       "requestId": "5f0c2f9e-1"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Temporarily unavailable; not counted, safe to retry */
        503: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Service temporarily unavailable",
                 *       "requestId": "5f0c2f9e-1"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description the request's id, equal to requestId; an id that the caller sends is used if it has 1-128 characters of [A-Za-z0-9._-] */
        "X-Request-Id": string;
        /** @description requests per minute and account */
        "X-RateLimit-Limit": number;
        /** @description requests left in this UTC minute */
        "X-RateLimit-Remaining": number;
        /** @description end of the minute, Unix seconds, even if the limit of the day is exhausted */
        "X-RateLimit-Reset": number;
        /** @description requests per UTC day and account */
        "X-DailyLimit-Limit": number;
        /** @description requests left today */
        "X-DailyLimit-Remaining": number;
        /** @description end of the day, Unix seconds */
        "X-DailyLimit-Reset": number;
        /** @description requests per UTC calendar month and account */
        "X-MonthlyQuota-Limit": number;
        /** @description requests left this month */
        "X-MonthlyQuota-Remaining": number;
        /** @description end of the month, Unix seconds */
        "X-MonthlyQuota-Reset": number;
        /** @description the three limits, by draft-ietf-httpapi-ratelimit-headers-10 */
        "RateLimit-Policy": string;
        /** @description what remains of the three limits, according to draft-ietf-httpapi-ratelimit-headers-10 */
        RateLimit: string;
        /** @description weak tag over data and pagination, equal for all accounts */
        ETag: string;
        /** @description on a 200: number of requests that it counts as: 1; CSV and NDJSON: one per 100 rows or part of them; 0 on a route that is not counted */
        "X-Request-Cost": number;
        /** @description private, max-age=60 */
        "Cache-Control": string;
        /** @description Authorization, Accept-Encoding; on lists also Accept */
        Vary: string;
        /** @description seconds since the response was computed; only on a route whose responses do not depend on the data version alone */
        Age: string;
        /** @description RFC 9745; only on a deprecated route */
        Deprecation: string;
        /** @description RFC 8594; when the route will be removed */
        Sunset: string;
        /** @description CSV and NDJSON: `pagination.total` of the JSON format */
        "X-Total-Count": string;
        /** @description CSV and NDJSON: `meta.data_version` of the JSON format */
        "X-Data-Version": string;
        /** @description CSV and NDJSON: `meta` of the JSON format, as JSON in ASCII */
        "X-Meta": string;
        /** @description CSV and NDJSON: `pagination.next` of the JSON format as rel="next" (RFC 8288); absent on the last page */
        Link: string;
        /** @description GET, HEAD */
        Allow: string;
        /** @description the range of bytes and the size of the file; on a 416 only the size */
        "Content-Range": string;
        /** @description seconds to wait; obey it before X-RateLimit-Reset */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getCompany: {
        parameters: {
            query?: {
                /**
                 * @description last day of the windows; today (UTC) without it
                 * @example 2024-01-31
                 */
                asOf?: string;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "cik",
                 *       "company_name"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description the company's CIK at the SEC, or its current or a former symbol; a CIK with or without leading zeros, a symbol in any case and as filings write it (of several symbols the first); of several companies the one that currently has the symbol, else the one that had it last
                 * @example AAPL
                 */
                cikOrTicker: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "cik": "0000320193",
                     *         "company_name": "Apple Inc.",
                     *         "ticker": "AAPL",
                     *         "exchange": "Nasdaq",
                     *         "sector": "Technology",
                     *         "industry": "Electronic Computers",
                     *         "sic_code": 3571,
                     *         "last_filing_date": "2024-01-31",
                     *         "windows": [
                     *           {
                     *             "days": 90,
                     *             "end_date": "2024-01-31",
                     *             "insiders": {
                     *               "buy_count": 12,
                     *               "sell_count": 8,
                     *               "buy_value": 125000.5,
                     *               "sell_value": 125000.5,
                     *               "net_value": 125000.5,
                     *               "distinct_buyers": 3,
                     *               "distinct_sellers": 2,
                     *               "suspect_count": 0
                     *             },
                     *             "members": {
                     *               "purchase_count": 4,
                     *               "sale_count": 2,
                     *               "amount_low": 125000.5,
                     *               "amount_high": 125000.5
                     *             }
                     *           }
                     *         ],
                     *         "symbols": [
                     *           {
                     *             "symbol": "AAPL",
                     *             "first_date": "2024-01-31",
                     *             "last_date": "2024-01-31"
                     *           }
                     *         ],
                     *         "insiders": [
                     *           {
                     *             "cik": "0001234567",
                     *             "name": "DOE JANE",
                     *             "title": "Director",
                     *             "last_filing_date": "2024-01-31",
                     *             "holding": {
                     *               "shares": "1500",
                     *               "security_title": "Common Stock",
                     *               "filing_date": "2024-01-31"
                     *             }
                     *           }
                     *         ],
                     *         "clusters": [
                     *           {
                     *             "id": 5021873920512,
                     *             "ticker": "AAPL",
                     *             "company_name": "Apple Inc.",
                     *             "company_cik": "0000320193",
                     *             "sector": "Technology",
                     *             "industry": "Electronic Computers",
                     *             "trade_type": "P - Purchase",
                     *             "cluster_size": 3,
                     *             "trade_count": 5,
                     *             "suspect_count": 0,
                     *             "total_value": 125000.5,
                     *             "total_shares": "1500",
                     *             "avg_price": 41.25,
                     *             "start_date": "2024-01-31",
                     *             "end_date": "2024-01-31",
                     *             "latest_filing_date": "2024-01-31",
                     *             "max_signal_score": 82,
                     *             "insiders": [
                     *               {
                     *                 "cik": "0001234567",
                     *                 "name": "DOE JANE",
                     *                 "title": "Director",
                     *                 "value": 125000.5,
                     *                 "trade_date": "2024-01-31"
                     *               }
                     *             ],
                     *             "trade_ids": [
                     *               5021873920512
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CompanyProfile"];
                        /** @description only if the store contains sample data */
                        meta?: {
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getCoverage: {
        parameters: {
            query?: {
                /**
                 * @description this source only
                 * @example form345
                 */
                source?: "form345" | "house" | "senate" | "legislators" | "prices" | "companies";
                /**
                 * @description first day
                 * @example 2024-01-31
                 */
                from?: string;
                /**
                 * @description last day
                 * @example 2024-01-31
                 */
                to?: string;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "sources"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "sources": [
                     *           {
                     *             "source": "form345",
                     *             "records": 2381,
                     *             "newest_filing_date": "2024-01-31",
                     *             "last_fetched_at": "2024-01-31T12:00:00Z",
                     *             "last_run_status": "completed",
                     *             "age_days": 1,
                     *             "behind": false,
                     *             "listing": {
                     *               "listed": 1036,
                     *               "stored": 1030,
                     *               "quarantined": 2,
                     *               "ignored": 0,
                     *               "not_fetched": 4,
                     *               "stored_unlisted": 0,
                     *               "reconciled": true,
                     *               "newest_complete_date": "2024-01-31",
                     *               "failed_fetches": 0,
                     *               "days": [
                     *                 {
                     *                   "state": "complete",
                     *                   "count": 63
                     *                 }
                     *               ]
                     *             },
                     *             "missing": [
                     *               {
                     *                 "reason": "unreadable",
                     *                 "description": "scanned reports without text",
                     *                 "count": 3
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "as_of": "2024-01-31T12:00:00Z"
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Coverage"];
                        meta: {
                            /**
                             * Format: date-time
                             * @description when the response was computed; the header Age says how many seconds ago
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getInsider: {
        parameters: {
            query?: {
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "cik",
                 *       "name"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description the owner's CIK at the SEC, with or without leading zeros
                 * @example 0001214156
                 */
                cik: string | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "cik": "0001234567",
                     *         "name": "DOE JANE",
                     *         "companies": [
                     *           {
                     *             "ticker": "AAPL",
                     *             "company_name": "Apple Inc.",
                     *             "title": "Director",
                     *             "first_trade_date": "2024-01-31",
                     *             "last_trade_date": "2024-01-31"
                     *           }
                     *         ],
                     *         "stats": {
                     *           "total_trades": 40,
                     *           "buy_count": 12,
                     *           "sell_count": 8,
                     *           "total_buy_value": 125000.5,
                     *           "total_sell_value": 125000.5,
                     *           "net_value": 125000.5,
                     *           "avg_trade_value": 83.3333,
                     *           "suspect_count": 0,
                     *           "unique_tickers": 2,
                     *           "first_trade_date": "2024-01-31",
                     *           "last_trade_date": "2024-01-31"
                     *         },
                     *         "recent_trades": [
                     *           {
                     *             "id": 5021873920512,
                     *             "filing_date": "2024-01-31",
                     *             "trade_date": "2024-01-31",
                     *             "ticker": "AAPL",
                     *             "company_name": "Apple Inc.",
                     *             "company_cik": "0000320193",
                     *             "insider_name": "DOE JANE",
                     *             "insider_cik": "0001234567",
                     *             "title": "Director, Chief Executive Officer",
                     *             "title_as_filed": "See Remarks",
                     *             "trade_type": "P - Purchase",
                     *             "shares": "1500",
                     *             "price": 83.41,
                     *             "value": 125000.5,
                     *             "sector": "Technology",
                     *             "industry": "Electronic Computers",
                     *             "signal_score": 68,
                     *             "signal_tier": "strong",
                     *             "signal_direction": "bullish",
                     *             "ticker_as_filed": "AAPL",
                     *             "accession_number": "0001234567-24-000012",
                     *             "form_type": "4",
                     *             "source_url": "https://www.sec.gov/Archives/edgar/data/1/2.txt",
                     *             "security_title": "Common Stock",
                     *             "security_class": "common",
                     *             "acquired_disposed": "A",
                     *             "is_derivative": false,
                     *             "is_10b5_1": false,
                     *             "is_10b5_1_source": "checkbox",
                     *             "is_amendment": false,
                     *             "superseded_by": 5021873920513,
                     *             "amendment_status": "restates",
                     *             "not_restated": false,
                     *             "shares_owned_after": "1500",
                     *             "delta_own_pct": 2.3412,
                     *             "ownership": "direct",
                     *             "is_director": false,
                     *             "is_officer": false,
                     *             "is_ten_percent_owner": false,
                     *             "joint_insiders": [
                     *               {
                     *                 "cik": "0001234567",
                     *                 "name": "DOE JANE"
                     *               }
                     *             ],
                     *             "exercise_price": 125000.5,
                     *             "exercisable_date": "2024-01-31",
                     *             "expiration_date": "2024-01-31",
                     *             "underlying_title": "Common Stock",
                     *             "underlying_shares": "1500",
                     *             "exercise_pair_id": 5021873920514,
                     *             "exercise_and_sale": false,
                     *             "filing_delay_days": 2,
                     *             "first_filing_date": "2024-01-31",
                     *             "counted_from": "first_filing",
                     *             "price_quality": "ok",
                     *             "price_quality_reason": "equals_shares",
                     *             "price_reason": "footnote_only",
                     *             "same_block_as": 5021873920512,
                     *             "first_buy": false,
                     *             "cluster_id": 5021873920514,
                     *             "date_quality": "ok",
                     *             "filed_direction_conflict": false,
                     *             "signal_factors": [
                     *               {
                     *                 "factor": "base",
                     *                 "points": 20
                     *               }
                     *             ],
                     *             "signal_version": "1",
                     *             "last_modified": "2024-01-31T12:00:00Z"
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["InsiderProfile"];
                        /** @description only if the store contains sample data */
                        meta?: {
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getPoliticianPerformance: {
        parameters: {
            query?: {
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "bioguide_id",
                 *       "name"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description the member's bioguide id, in any case
                 * @example P000197
                 */
                bioguideId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "bioguide_id": "D000001",
                     *         "name": "Jane Doe",
                     *         "benchmark": "SPY",
                     *         "horizons": [
                     *           {
                     *             "days": 30,
                     *             "resolved_trades": 26,
                     *             "compared_trades": 25,
                     *             "avg_return_pct": 4.1182,
                     *             "avg_alpha_pct": 1.0034,
                     *             "win_rate_pct": 61.5385,
                     *             "win_rate_low_pct": 42.5324,
                     *             "win_rate_high_pct": 77.5757,
                     *             "beat_spy_rate_pct": 53.8462,
                     *             "pnl_low": 125000.5,
                     *             "pnl_mid": 125000.5,
                     *             "pnl_high": 125000.5,
                     *             "open_ended_trades": 0,
                     *             "sample_sufficient": true,
                     *             "sales": {
                     *               "resolved_trades": 26,
                     *               "avoided_loss_mid": 125000.5
                     *             }
                     *           }
                     *         ],
                     *         "trade_date": [
                     *           {
                     *             "days": 30,
                     *             "resolved_trades": 26,
                     *             "compared_trades": 25,
                     *             "avg_return_pct": 4.1182,
                     *             "avg_alpha_pct": 1.0034,
                     *             "win_rate_pct": 61.5385,
                     *             "win_rate_low_pct": 42.5324,
                     *             "win_rate_high_pct": 77.5757,
                     *             "beat_spy_rate_pct": 53.8462,
                     *             "pnl_low": 125000.5,
                     *             "pnl_mid": 125000.5,
                     *             "pnl_high": 125000.5,
                     *             "open_ended_trades": 0,
                     *             "sample_sufficient": true,
                     *             "sales": {
                     *               "resolved_trades": 26,
                     *               "avoided_loss_mid": 125000.5
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PoliticianPerformance"];
                        /** @description only if the store contains sample data */
                        meta?: {
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getPoliticianTrade: {
        parameters: {
            query?: {
                /**
                 * @description parts to attach; repeat the key or separate by commas
                 * @example [
                 *       "outcomes"
                 *     ]
                 */
                include?: "outcomes"[];
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "id",
                 *       "filing_date"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description the row's id
                 * @example 4503599627370496
                 */
                id: string | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 7301444032512,
                     *         "filing_date": "2024-01-31",
                     *         "trade_date": "2024-01-31",
                     *         "politician_name": "Jane Doe",
                     *         "politician_id": "D000001",
                     *         "party": "Democrat",
                     *         "chamber": "House",
                     *         "state": "CA",
                     *         "district": 11,
                     *         "ticker": "AAPL",
                     *         "asset_name": "Apple Inc. - Common Stock",
                     *         "asset_type": "Stock",
                     *         "trade_type": "Purchase",
                     *         "owner": "Self",
                     *         "amount_range": "$1,001 - $15,000",
                     *         "amount_low": 1001,
                     *         "amount_high": 15000,
                     *         "amount_mid": 8000.5,
                     *         "delay_days": 31,
                     *         "is_late": false,
                     *         "sector": "Technology",
                     *         "industry": "Electronic Computers",
                     *         "is_committee_trade": false,
                     *         "committee_matches": [
                     *           {
                     *             "code": "HSBA",
                     *             "name": "House Committee on Financial Services",
                     *             "basis": "snapshot"
                     *           }
                     *         ],
                     *         "committee_data": "known",
                     *         "comment": "text",
                     *         "source_url": "https://disclosures-clerk.house.gov/1.pdf",
                     *         "is_amendment": false,
                     *         "date_quality": "ok",
                     *         "security_class": "common",
                     *         "last_modified": "2024-01-31T12:00:00Z",
                     *         "ticker_as_filed": "AAPL",
                     *         "ticker_source": "column",
                     *         "original_filing_date": "2024-01-31",
                     *         "first_filing_date": "2024-01-31",
                     *         "counted_from": "first_filing",
                     *         "account": "Example Brokerage Account",
                     *         "notification_date": "2024-01-31",
                     *         "cap_gains_over_200": false,
                     *         "is_late_statutory": false,
                     *         "superseded_by": 7301444032768
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PoliticianTrade"];
                        /** @description only if the store contains sample data */
                        meta?: {
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getPolitician: {
        parameters: {
            query?: {
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "bioguide_id",
                 *       "name"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description the member's bioguide id, in any case
                 * @example P000197
                 */
                bioguideId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "bioguide_id": "D000001",
                     *         "name": "Jane Doe",
                     *         "party": "Democrat",
                     *         "chamber": "House",
                     *         "state": "CA",
                     *         "district": 11,
                     *         "position": "Representative",
                     *         "in_office": false,
                     *         "terms": [
                     *           {
                     *             "chamber": "House",
                     *             "start_date": "2024-01-31",
                     *             "end_date": "2024-01-31",
                     *             "state": "CA",
                     *             "district": 11,
                     *             "party": "Democrat"
                     *           }
                     *         ],
                     *         "committees": [
                     *           {
                     *             "code": "HSBA",
                     *             "name": "House Committee on Financial Services",
                     *             "title": "Chair",
                     *             "rank": 3
                     *           }
                     *         ],
                     *         "stats": {
                     *           "total_trades": 120,
                     *           "buy_count": 70,
                     *           "sell_count": 48,
                     *           "est_volume_low": 125000.5,
                     *           "est_volume_mid": 125000.5,
                     *           "est_volume_high": 125000.5,
                     *           "unique_tickers": 31,
                     *           "late_count": 4,
                     *           "late_rate_pct": 2.3412,
                     *           "late_judged_count": 118,
                     *           "avg_delay_days": 27.5,
                     *           "committee_trade_count": 9,
                     *           "committee_judged_count": 85
                     *         },
                     *         "top_tickers": [
                     *           {
                     *             "ticker": "AAPL",
                     *             "count": 12,
                     *             "est_value_mid": 125000.5
                     *           }
                     *         ],
                     *         "trades": {
                     *           "items": [
                     *             {
                     *               "id": 7301444032512,
                     *               "filing_date": "2024-01-31",
                     *               "trade_date": "2024-01-31",
                     *               "politician_name": "Jane Doe",
                     *               "politician_id": "D000001",
                     *               "party": "Democrat",
                     *               "chamber": "House",
                     *               "state": "CA",
                     *               "district": 11,
                     *               "ticker": "AAPL",
                     *               "asset_name": "Apple Inc. - Common Stock",
                     *               "asset_type": "Stock",
                     *               "trade_type": "Purchase",
                     *               "owner": "Self",
                     *               "amount_range": "$1,001 - $15,000",
                     *               "amount_low": 1001,
                     *               "amount_high": 15000,
                     *               "amount_mid": 8000.5,
                     *               "delay_days": 31,
                     *               "is_late": false,
                     *               "sector": "Technology",
                     *               "industry": "Electronic Computers",
                     *               "is_committee_trade": false,
                     *               "committee_matches": [
                     *                 {
                     *                   "code": "HSBA",
                     *                   "name": "House Committee on Financial Services",
                     *                   "basis": "snapshot"
                     *                 }
                     *               ],
                     *               "committee_data": "known",
                     *               "comment": "text",
                     *               "source_url": "https://disclosures-clerk.house.gov/1.pdf",
                     *               "is_amendment": false,
                     *               "date_quality": "ok",
                     *               "security_class": "common",
                     *               "last_modified": "2024-01-31T12:00:00Z",
                     *               "ticker_as_filed": "AAPL",
                     *               "ticker_source": "column",
                     *               "original_filing_date": "2024-01-31",
                     *               "first_filing_date": "2024-01-31",
                     *               "counted_from": "first_filing",
                     *               "account": "Example Brokerage Account",
                     *               "notification_date": "2024-01-31",
                     *               "cap_gains_over_200": false,
                     *               "is_late_statutory": false,
                     *               "superseded_by": 7301444032768
                     *             }
                     *           ],
                     *           "pagination": {
                     *             "page": 1,
                     *             "pageSize": 25,
                     *             "total": 2381,
                     *             "totalPages": 96,
                     *             "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *           }
                     *         }
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PoliticianProfile"];
                        /** @description only if the store contains sample data */
                        meta?: {
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getSignalPerformance: {
        parameters: {
            query?: {
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "suspect_count",
                 *       "groups"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "suspect_count": 0,
                     *         "groups": [
                     *           {
                     *             "signal_version": "1",
                     *             "signal_tier": "strong",
                     *             "signal_direction": "bullish",
                     *             "trades": 120,
                     *             "suspect_count": 0,
                     *             "periods": [
                     *               {
                     *                 "days": 30,
                     *                 "resolved_trades": 26,
                     *                 "compared_trades": 25,
                     *                 "hits": 16,
                     *                 "hit_rate_pct": 2.3412,
                     *                 "hit_rate_low_pct": 2.3412,
                     *                 "hit_rate_high_pct": 2.3412,
                     *                 "beat_spy_rate_pct": 53.8462,
                     *                 "avg_return_pct": 4.1182,
                     *                 "avg_alpha_pct": 1.0034,
                     *                 "avg_alpha_low_pct": 2.3412,
                     *                 "avg_alpha_high_pct": 2.3412,
                     *                 "sample_sufficient": true
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SignalPerformance"];
                        /** @description only if the store contains sample data */
                        meta?: {
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getTrackRecord: {
        parameters: {
            query?: {
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "cik",
                 *       "name"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description the owner's CIK at the SEC, with or without leading zeros
                 * @example 0001214156
                 */
                cik: string | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "cik": "0001234567",
                     *         "name": "DOE JANE",
                     *         "benchmark": "SPY",
                     *         "periods": [
                     *           {
                     *             "days": 30,
                     *             "resolved_trades": 26,
                     *             "compared_trades": 25,
                     *             "wins": 16,
                     *             "win_rate_pct": 61.5385,
                     *             "win_rate_low_pct": 42.5324,
                     *             "win_rate_high_pct": 77.5757,
                     *             "beat_spy_rate_pct": 53.8462,
                     *             "avg_return_pct": 4.1182,
                     *             "median_return_pct": 2.9011,
                     *             "avg_alpha_pct": 1.0034,
                     *             "best": {
                     *               "trade_id": 5021873920512,
                     *               "ticker": "AAPL",
                     *               "return_pct": 2.3412
                     *             },
                     *             "worst": {
                     *               "trade_id": 5021873920512,
                     *               "ticker": "AAPL",
                     *               "return_pct": 2.3412
                     *             },
                     *             "sample_sufficient": true
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["TrackRecord"];
                        /** @description only if the store contains sample data */
                        meta?: {
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getTrade: {
        parameters: {
            query?: {
                /**
                 * @description parts to attach; footnotes are always included; repeat the key or separate by commas
                 * @example [
                 *       "outcomes"
                 *     ]
                 */
                include?: ("outcomes" | "footnotes")[];
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "id",
                 *       "filing_date"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description the row's id
                 * @example 4503599627370496
                 */
                id: string | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": 5021873920512,
                     *         "filing_date": "2024-01-31",
                     *         "trade_date": "2024-01-31",
                     *         "ticker": "AAPL",
                     *         "company_name": "Apple Inc.",
                     *         "company_cik": "0000320193",
                     *         "insider_name": "DOE JANE",
                     *         "insider_cik": "0001234567",
                     *         "title": "Director, Chief Executive Officer",
                     *         "title_as_filed": "See Remarks",
                     *         "trade_type": "P - Purchase",
                     *         "shares": "1500",
                     *         "price": 83.41,
                     *         "value": 125000.5,
                     *         "sector": "Technology",
                     *         "industry": "Electronic Computers",
                     *         "signal_score": 68,
                     *         "signal_tier": "strong",
                     *         "signal_direction": "bullish",
                     *         "ticker_as_filed": "AAPL",
                     *         "accession_number": "0001234567-24-000012",
                     *         "form_type": "4",
                     *         "source_url": "https://www.sec.gov/Archives/edgar/data/1/2.txt",
                     *         "security_title": "Common Stock",
                     *         "security_class": "common",
                     *         "acquired_disposed": "A",
                     *         "is_derivative": false,
                     *         "is_10b5_1": false,
                     *         "is_10b5_1_source": "checkbox",
                     *         "is_amendment": false,
                     *         "superseded_by": 5021873920513,
                     *         "amendment_status": "restates",
                     *         "not_restated": false,
                     *         "shares_owned_after": "1500",
                     *         "delta_own_pct": 2.3412,
                     *         "ownership": "direct",
                     *         "is_director": false,
                     *         "is_officer": false,
                     *         "is_ten_percent_owner": false,
                     *         "joint_insiders": [
                     *           {
                     *             "cik": "0001234567",
                     *             "name": "DOE JANE"
                     *           }
                     *         ],
                     *         "exercise_price": 125000.5,
                     *         "exercisable_date": "2024-01-31",
                     *         "expiration_date": "2024-01-31",
                     *         "underlying_title": "Common Stock",
                     *         "underlying_shares": "1500",
                     *         "exercise_pair_id": 5021873920514,
                     *         "exercise_and_sale": false,
                     *         "filing_delay_days": 2,
                     *         "first_filing_date": "2024-01-31",
                     *         "counted_from": "first_filing",
                     *         "price_quality": "ok",
                     *         "price_quality_reason": "equals_shares",
                     *         "price_reason": "footnote_only",
                     *         "same_block_as": 5021873920512,
                     *         "first_buy": false,
                     *         "cluster_id": 5021873920514,
                     *         "date_quality": "ok",
                     *         "filed_direction_conflict": false,
                     *         "signal_factors": [
                     *           {
                     *             "factor": "base",
                     *             "points": 20
                     *           }
                     *         ],
                     *         "signal_version": "1",
                     *         "last_modified": "2024-01-31T12:00:00Z"
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["InsiderTrade"];
                        /** @description only if the store contains sample data */
                        meta?: {
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "plan",
                 *       "minute"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "plan": "plus",
                     *         "minute": {
                     *           "limit": 500,
                     *           "remaining": 489,
                     *           "reset_at": 1706745600
                     *         },
                     *         "day": {
                     *           "limit": 500,
                     *           "remaining": 489,
                     *           "reset_at": 1706745600
                     *         },
                     *         "month": {
                     *           "limit": 500,
                     *           "remaining": 489,
                     *           "reset_at": 1706745600
                     *         },
                     *         "file_bytes": {
                     *           "limit": 2000000000,
                     *           "used": 3480112,
                     *           "remaining": 1996519888,
                     *           "reset_at": 1706745600
                     *         },
                     *         "requests": [
                     *           {
                     *             "date": "2024-01-31",
                     *             "route": "/trades",
                     *             "status": 200,
                     *             "requests": 11
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Usage"];
                        /** @description only if the store contains sample data */
                        meta?: {
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getVocabulary: {
        parameters: {
            query?: {
                /**
                 * @description this parameter only, in any case
                 * @example tradeTypes
                 */
                parameter?: "acquiredDisposed" | "amendmentStatus" | "chamber" | "dateQuality" | "formType" | "format" | "include" | "industries" | "order" | "owner" | "ownership" | "party" | "preset" | "priceQuality" | "role" | "sectors" | "securityClass" | "signalDirection" | "signalTier" | "sort" | "state" | "tradeType" | "tradeTypes" | "window";
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "parameters"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "parameters": [
                     *           {
                     *             "endpoint": "/trades",
                     *             "parameter": "tradeTypes",
                     *             "words": [
                     *               {
                     *                 "word": "P - Purchase",
                     *                 "meaning": "Open market or private purchase",
                     *                 "row_count": 20345
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Vocabulary"];
                        /** @description only if the store contains sample data */
                        meta?: {
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listClusters: {
        parameters: {
            query?: {
                /**
                 * @description minimum number of distinct people
                 * @example 2
                 */
                minSize?: number;
                /**
                 * @description P (purchases) or S (sales)
                 * @example P
                 */
                tradeType?: "P" | "S" | "P - Purchase" | "S - Sale" | "Purchase" | "Sale";
                /**
                 * @description symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades; repeat the key or separate by commas
                 * @example [
                 *       "AAPL",
                 *       "BRK.B"
                 *     ]
                 */
                ticker?: string[];
                /**
                 * @description sectors, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted; repeat the key or separate by commas
                 * @example [
                 *       "Technology"
                 *     ]
                 */
                sectors?: ("Consumer Goods" | "Energy" | "Finance" | "Food and Agriculture" | "Health" | "Industrial and Business Services" | "Materials" | "Media and Telecom" | "Other" | "Real Estate" | "Retail and Consumer Services" | "Technology" | "Transport" | "Utilities" | (string & {}))[];
                /**
                 * @description SIC industry titles, in any case; repeat the key or separate by commas
                 * @example [
                 *       "Electronic Computers"
                 *     ]
                 */
                industries?: string[];
                /**
                 * @description the SEC's industry code of the company
                 * @example 3571
                 */
                sicCode?: number;
                /**
                 * @description exchange on which the company's shares are listed today, as the SEC names it (Nasdaq, NYSE, CBOE, OTC), in any case
                 * @example Nasdaq
                 */
                exchange?: string;
                /**
                 * @description at least one insider has one of these roles, by the words of the title; repeat the key or separate by commas
                 * @example [
                 *       "ceo"
                 *     ]
                 */
                role?: ("ceo" | "cfo")[];
                /**
                 * @description minimum value of all trades together; clusters without one never match
                 * @example 15k
                 */
                minValue?: string | number;
                /**
                 * @description minimum number of trades
                 * @example 5
                 */
                minTradeCount?: number;
                /**
                 * @description minimum number of shares of all trades together; clusters without one never match
                 * @example 15k
                 */
                minShares?: string | number;
                /**
                 * @description one or more ranges of the average price, ends included; clusters without one never match; repeat the key or separate by commas
                 * @example [
                 *       "100k-500k",
                 *       "1m-"
                 *     ]
                 */
                avgPriceRanges?: string[];
                /**
                 * @description minimum of the highest signal score among the trades
                 * @example 50
                 */
                minSignalScore?: number;
                /**
                 * @description earliest `latest_filing_date`: clusters with a filing on this day or later
                 * @example 2024-01-31
                 */
                filedFrom?: string;
                /**
                 * @description latest `latest_filing_date`: clusters whose last filing was on this day or earlier
                 * @example 2024-01-31
                 */
                filedTo?: string;
                /**
                 * @description earliest first trade date
                 * @example 2024-01-31
                 */
                startedFrom?: string;
                /**
                 * @description latest first trade date
                 * @example 2024-01-31
                 */
                startedTo?: string;
                /**
                 * @description field to sort by; rows without a value come last
                 * @example latestFilingDate
                 */
                sort?: "latestFilingDate" | "startDate" | "size" | "value" | "signalScore";
                /**
                 * @description direction
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "id",
                 *       "ticker"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 5021873920512,
                     *           "ticker": "AAPL",
                     *           "company_name": "Apple Inc.",
                     *           "company_cik": "0000320193",
                     *           "sector": "Technology",
                     *           "industry": "Electronic Computers",
                     *           "trade_type": "P - Purchase",
                     *           "cluster_size": 3,
                     *           "trade_count": 5,
                     *           "suspect_count": 0,
                     *           "total_value": 125000.5,
                     *           "total_shares": "1500",
                     *           "avg_price": 41.25,
                     *           "start_date": "2024-01-31",
                     *           "end_date": "2024-01-31",
                     *           "latest_filing_date": "2024-01-31",
                     *           "max_signal_score": 82,
                     *           "insiders": [
                     *             {
                     *               "cik": "0001234567",
                     *               "name": "DOE JANE",
                     *               "title": "Director",
                     *               "value": 125000.5,
                     *               "trade_date": "2024-01-31"
                     *             }
                     *           ],
                     *           "trade_ids": [
                     *             5021873920512
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z"
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Cluster"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * @description only with `dataVersion`: version of the rows' contents; the list itself is as of data_version
                             * @example 43
                             */
                            rows_version?: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listCommittees: {
        parameters: {
            query?: {
                /**
                 * @description chamber
                 * @example house
                 */
                chamber?: "house" | "senate" | "joint" | "House" | "Senate" | "Joint";
                /**
                 * @description code of a committee, which finds it and its subcommittees, or of a subcommittee, in any case
                 * @example HSBA
                 */
                code?: string;
                /**
                 * @description part of the committee's name or code, or of a member's name
                 * @example finance
                 */
                q?: string;
                /**
                 * @description sort key: chamber, then name; or name only
                 * @example chamber
                 */
                sort?: "chamber" | "name";
                /**
                 * @description direction
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "code",
                 *       "name"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "code": "HSBA",
                     *           "name": "House Committee on Financial Services",
                     *           "chamber": "House",
                     *           "type": "standing",
                     *           "parent_code": "HSBA",
                     *           "url": "https://financialservices.house.gov",
                     *           "members": [
                     *             {
                     *               "bioguide_id": "D000001",
                     *               "name": "Jane Doe",
                     *               "party": "Democrat",
                     *               "state": "CA",
                     *               "side": "majority",
                     *               "rank": 3,
                     *               "seniority": 3,
                     *               "title": "Ranking Member"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z"
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Committee"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * @description only with `dataVersion`: version of the rows' contents; the list itself is as of data_version
                             * @example 43
                             */
                            rows_version?: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /**
                 * @description words that must all occur in the company's name or symbols, or be its whole CIK; a single character is an exact symbol
                 * @example apple
                 */
                q?: string;
                /**
                 * @description sectors, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted; repeat the key or separate by commas
                 * @example [
                 *       "Technology"
                 *     ]
                 */
                sectors?: ("Consumer Goods" | "Energy" | "Finance" | "Food and Agriculture" | "Health" | "Industrial and Business Services" | "Materials" | "Media and Telecom" | "Other" | "Real Estate" | "Retail and Consumer Services" | "Technology" | "Transport" | "Utilities" | (string & {}))[];
                /**
                 * @description SIC industry titles, in any case; repeat the key or separate by commas
                 * @example [
                 *       "Electronic Computers"
                 *     ]
                 */
                industries?: string[];
                /**
                 * @description the SEC's industry code of the company
                 * @example 3571
                 */
                sicCode?: number;
                /**
                 * @description exchange on which the company's shares are listed today, as the SEC names it (Nasdaq, NYSE, CBOE, OTC), in any case
                 * @example Nasdaq
                 */
                exchange?: string;
                /**
                 * @description sort key: name; newest filing; or, in the window, purchases minus sales, purchases or sales of insiders, people who bought, purchases by members of Congress
                 * @example name
                 */
                sort?: "name" | "lastFiling" | "netValue" | "buyValue" | "sellValue" | "distinctBuyers" | "memberPurchases";
                /**
                 * @description direction; default: asc for a list sorted by name, else desc
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description days of the window whose sums the list is sorted by
                 * @example 30
                 */
                window?: "30" | "90" | "365" | 30 | 90 | 365;
                /**
                 * @description last day of the windows; today (UTC) without it
                 * @example 2024-01-31
                 */
                asOf?: string;
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "cik",
                 *       "company_name"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "cik": "0000320193",
                     *           "company_name": "Apple Inc.",
                     *           "ticker": "AAPL",
                     *           "exchange": "Nasdaq",
                     *           "sector": "Technology",
                     *           "industry": "Electronic Computers",
                     *           "sic_code": 3571,
                     *           "last_filing_date": "2024-01-31",
                     *           "windows": [
                     *             {
                     *               "days": 90,
                     *               "end_date": "2024-01-31",
                     *               "insiders": {
                     *                 "buy_count": 12,
                     *                 "sell_count": 8,
                     *                 "buy_value": 125000.5,
                     *                 "sell_value": 125000.5,
                     *                 "net_value": 125000.5,
                     *                 "distinct_buyers": 3,
                     *                 "distinct_sellers": 2,
                     *                 "suspect_count": 0
                     *               },
                     *               "members": {
                     *                 "purchase_count": 4,
                     *                 "sale_count": 2,
                     *                 "amount_low": 125000.5,
                     *                 "amount_high": 125000.5
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z",
                     *         "newest_filing_date": "2024-01-31"
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["CompanyEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * @description only with `dataVersion`: version of the rows' contents; the list itself is as of data_version
                             * @example 43
                             */
                            rows_version?: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * Format: date
                             * @description newest filing date of any company's Form 3, 4 or 5; a window that begins later is empty because nothing newer is stored
                             * @example 2024-01-31
                             */
                            newest_filing_date: string | null;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listCompanyHoldings: {
        parameters: {
            query?: {
                /**
                 * @description sort key: date of the newest filing about the position, which is later than `filing_date` if that filing states no position; date, number or value of the statement; symbol; title of the security; name of the insider; rows without a value come last
                 * @example filingDate
                 */
                sort?: "filingDate" | "statedDate" | "shares" | "value" | "ticker" | "security" | "insider";
                /**
                 * @description direction
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "insider_cik",
                 *       "insider_name"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description the company's CIK at the SEC, or its current or a former symbol; a CIK with or without leading zeros, a symbol in any case and as filings write it (of several symbols the first); of several companies the one that currently has the symbol, else the one that had it last
                 * @example AAPL
                 */
                cikOrTicker: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "insider_cik": "0001234567",
                     *           "insider_name": "DOE JANE",
                     *           "company_cik": "0000320193",
                     *           "company_name": "Apple Inc.",
                     *           "ticker": "AAPL",
                     *           "security_title": "Common Stock",
                     *           "security_class": "common",
                     *           "is_derivative": false,
                     *           "exercise_price": 125000.5,
                     *           "expiration_date": "2024-01-31",
                     *           "ownership": "direct",
                     *           "vehicle": "direct",
                     *           "nature_of_ownership": "By Trust",
                     *           "shares": "1500",
                     *           "value": 125000.5,
                     *           "stated_date": "2024-01-31",
                     *           "filing_date": "2024-01-31",
                     *           "form_type": "4",
                     *           "accession_number": "0001234567-24-000012",
                     *           "source_url": "https://www.sec.gov/Archives/edgar/data/1/2.txt",
                     *           "parts": 1,
                     *           "entry_count": 12,
                     *           "gap_count": 0,
                     *           "ledger": [
                     *             {
                     *               "date": "2024-01-31",
                     *               "filing_date": "2024-01-31",
                     *               "form_type": "4",
                     *               "accession_number": "0001234567-24-000012",
                     *               "trade_id": 5021873920512,
                     *               "trade_type": "P - Purchase",
                     *               "acquired_disposed": "A",
                     *               "shares": "1500",
                     *               "shares_owned_after": "1500",
                     *               "expected": "1500",
                     *               "gap": "-20",
                     *               "cause": "first_statement",
                     *               "split_ratio": "20"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z"
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["HoldingPosition"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * @description only with `dataVersion`: version of the rows' contents; the list itself is as of data_version
                             * @example 43
                             */
                            rows_version?: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                /**
                 * @description list of the rows
                 * @example trades
                 */
                list?: "trades" | "politician-trades" | "clusters" | "late-filings";
                /**
                 * @description format of the file
                 * @example parquet
                 */
                fileFormat?: "parquet" | "csv" | "ndjson";
                /**
                 * @description month of the filing date (for clusters, of the latest one), YYYY-MM
                 * @example 2024-01
                 */
                month?: string;
                /**
                 * @description sort key: month, then list and format; or name
                 * @example month
                 */
                sort?: "month" | "name";
                /**
                 * @description direction; default: asc for a list sorted by name, else desc
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "name",
                 *       "path"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "trades-2024-01-1f0c2f9e5b7a9d3c.parquet",
                     *           "path": "parquet/trades/year=2024/month=01/trades-2024-01-1f0c2f9e5b7a9d3c.parquet",
                     *           "url": "/api/v1/exports/trades-2024-01-1f0c2f9e5b7a9d3c.parquet",
                     *           "list": "trades",
                     *           "month": "2024-01",
                     *           "format": "parquet",
                     *           "rows": 21344,
                     *           "bytes": 3480112,
                     *           "sha256": "1f0c2f9e5b7a9d3c1f0c2f9e5b7a9d3c1f0c2f9e5b7a9d3c1f0c2f9e5b7a9d3c",
                     *           "data_version": "42",
                     *           "as_of": "2024-01-31T12:00:00Z",
                     *           "published_at": "2024-01-31T12:00:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z",
                     *         "note": "No file matches. The operator of this service decides whether files are made (EXPORTS_DIR); read the lists themselves where there are none."
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ExportFile"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * @description why there is no file; null if there is one
                             * @example No file matches. The operator of this service decides whether files are made (EXPORTS_DIR); read the lists themselves where there are none.
                             */
                            note: string | null;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listInsiderHoldings: {
        parameters: {
            query?: {
                /**
                 * @description sort key: date of the newest filing about the position, which is later than `filing_date` if that filing states no position; date, number or value of the statement; symbol; title of the security; name of the insider; rows without a value come last
                 * @example filingDate
                 */
                sort?: "filingDate" | "statedDate" | "shares" | "value" | "ticker" | "security" | "insider";
                /**
                 * @description direction
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "insider_cik",
                 *       "insider_name"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description the owner's CIK at the SEC, with or without leading zeros
                 * @example 0001214156
                 */
                cik: string | number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "insider_cik": "0001234567",
                     *           "insider_name": "DOE JANE",
                     *           "company_cik": "0000320193",
                     *           "company_name": "Apple Inc.",
                     *           "ticker": "AAPL",
                     *           "security_title": "Common Stock",
                     *           "security_class": "common",
                     *           "is_derivative": false,
                     *           "exercise_price": 125000.5,
                     *           "expiration_date": "2024-01-31",
                     *           "ownership": "direct",
                     *           "vehicle": "direct",
                     *           "nature_of_ownership": "By Trust",
                     *           "shares": "1500",
                     *           "value": 125000.5,
                     *           "stated_date": "2024-01-31",
                     *           "filing_date": "2024-01-31",
                     *           "form_type": "4",
                     *           "accession_number": "0001234567-24-000012",
                     *           "source_url": "https://www.sec.gov/Archives/edgar/data/1/2.txt",
                     *           "parts": 1,
                     *           "entry_count": 12,
                     *           "gap_count": 0,
                     *           "ledger": [
                     *             {
                     *               "date": "2024-01-31",
                     *               "filing_date": "2024-01-31",
                     *               "form_type": "4",
                     *               "accession_number": "0001234567-24-000012",
                     *               "trade_id": 5021873920512,
                     *               "trade_type": "P - Purchase",
                     *               "acquired_disposed": "A",
                     *               "shares": "1500",
                     *               "shares_owned_after": "1500",
                     *               "expected": "1500",
                     *               "gap": "-20",
                     *               "cause": "first_statement",
                     *               "split_ratio": "20"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z"
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["HoldingPosition"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * @description only with `dataVersion`: version of the rows' contents; the list itself is as of data_version
                             * @example 43
                             */
                            rows_version?: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listInsiders: {
        parameters: {
            query?: {
                /**
                 * @description words that must all occur in the insider's name, or be the whole CIK
                 * @example doe
                 */
                q?: string;
                /**
                 * @description CIKs of companies that the insider filed on; with or without leading zeros; repeat the key or separate by commas
                 * @example [
                 *       "0001214156"
                 *     ]
                 */
                companyCik?: string[];
                /**
                 * @description of companies that the insider filed on: symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades; repeat the key or separate by commas
                 * @example [
                 *       "AAPL",
                 *       "BRK.B"
                 *     ]
                 */
                ticker?: string[];
                /**
                 * @description minimum number of purchases with a 90-day return
                 * @example 5
                 */
                minResolved?: number;
                /**
                 * @description sort key: number of trades, value of purchases and sales, lower bound of the share of purchases with a 90-day gain (Wilson 95 %), average 90-day return minus SPY's, name as filed; rows without a value come last
                 * @example trades
                 */
                sort?: "trades" | "value" | "winRateLow90" | "alpha90" | "name";
                /**
                 * @description direction; default: asc for a list sorted by name, else desc
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "cik",
                 *       "name"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "cik": "0001234567",
                     *           "name": "DOE JANE",
                     *           "total_value": 125000.5,
                     *           "stats": {
                     *             "total_trades": 40,
                     *             "buy_count": 12,
                     *             "sell_count": 8,
                     *             "total_buy_value": 125000.5,
                     *             "total_sell_value": 125000.5,
                     *             "net_value": 125000.5,
                     *             "avg_trade_value": 83.3333,
                     *             "suspect_count": 0,
                     *             "unique_tickers": 2,
                     *             "first_trade_date": "2024-01-31",
                     *             "last_trade_date": "2024-01-31"
                     *           },
                     *           "track_record_90d": {
                     *             "days": 30,
                     *             "resolved_trades": 26,
                     *             "compared_trades": 25,
                     *             "wins": 16,
                     *             "win_rate_pct": 61.5385,
                     *             "win_rate_low_pct": 42.5324,
                     *             "win_rate_high_pct": 77.5757,
                     *             "beat_spy_rate_pct": 53.8462,
                     *             "avg_return_pct": 4.1182,
                     *             "median_return_pct": 2.9011,
                     *             "avg_alpha_pct": 1.0034,
                     *             "best": {
                     *               "trade_id": 5021873920512,
                     *               "ticker": "AAPL",
                     *               "return_pct": 2.3412
                     *             },
                     *             "worst": {
                     *               "trade_id": 5021873920512,
                     *               "ticker": "AAPL",
                     *               "return_pct": 2.3412
                     *             },
                     *             "sample_sufficient": true
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z",
                     *         "left_out": 1
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["InsiderEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * @description only with `dataVersion`: version of the rows' contents; the list itself is as of data_version
                             * @example 43
                             */
                            rows_version?: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * Format: int64
                             * @description insiders that match but are excluded, because fewer than 5 trades are known for the rate that the list is sorted by; null if it is not sorted by a rate
                             * @example 1
                             */
                            left_out: number | null;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listLateFilings: {
        parameters: {
            query?: {
                /**
                 * @description minimum delay in days; 46 or less finds all late trades
                 * @example 46
                 */
                minDelayDays?: number;
                /**
                 * @description symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades; repeat the key or separate by commas
                 * @example [
                 *       "AAPL",
                 *       "BRK.B"
                 *     ]
                 */
                ticker?: string[];
                /**
                 * @description bioguide ids of members; in any case; repeat the key or separate by commas
                 * @example [
                 *       "P000197"
                 *     ]
                 */
                politicianId?: string[];
                /**
                 * @description any of these parties on the trade date; repeat the key or separate by commas
                 * @example [
                 *       "D"
                 *     ]
                 */
                party?: ("D" | "R" | "I" | "Democrat" | "Democratic" | "Republican" | "Independent")[];
                /**
                 * @description chamber
                 * @example house
                 */
                chamber?: "house" | "senate" | "House" | "Senate";
                /**
                 * @description kind of transaction; sale is every kind of sale
                 * @example purchase
                 */
                tradeType?: "purchase" | "sale" | "exchange" | "Sale (Full)" | "Sale (Partial)" | "buy" | "sell" | "Purchase" | "Sale" | "Exchange";
                /**
                 * @description minimum of the bracket's lower end
                 * @example 15k
                 */
                minValue?: string | number;
                /**
                 * @description filed within the last N days: filing_date >= today (UTC) - N
                 * @example 30
                 */
                days?: number;
                /**
                 * @description earliest filing date
                 * @example 2024-01-31
                 */
                filedFrom?: string;
                /**
                 * @description latest filing date
                 * @example 2024-01-31
                 */
                filedTo?: string;
                /**
                 * @description field to sort by; rows without a value come last
                 * @example delay
                 */
                sort?: "delay" | "filingDate" | "value";
                /**
                 * @description direction
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "id",
                 *       "filing_date"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 7301444032512,
                     *           "filing_date": "2024-01-31",
                     *           "trade_date": "2024-01-31",
                     *           "politician_name": "Jane Doe",
                     *           "politician_id": "D000001",
                     *           "party": "Democrat",
                     *           "chamber": "House",
                     *           "state": "CA",
                     *           "district": 11,
                     *           "ticker": "AAPL",
                     *           "asset_name": "Apple Inc. - Common Stock",
                     *           "asset_type": "Stock",
                     *           "trade_type": "Purchase",
                     *           "owner": "Self",
                     *           "amount_range": "$1,001 - $15,000",
                     *           "amount_low": 1001,
                     *           "amount_high": 15000,
                     *           "amount_mid": 8000.5,
                     *           "delay_days": 31,
                     *           "is_late": false,
                     *           "sector": "Technology",
                     *           "industry": "Electronic Computers",
                     *           "is_committee_trade": false,
                     *           "committee_matches": [
                     *             {
                     *               "code": "HSBA",
                     *               "name": "House Committee on Financial Services",
                     *               "basis": "snapshot"
                     *             }
                     *           ],
                     *           "committee_data": "known",
                     *           "comment": "text",
                     *           "source_url": "https://disclosures-clerk.house.gov/1.pdf",
                     *           "is_amendment": false,
                     *           "date_quality": "ok",
                     *           "security_class": "common",
                     *           "last_modified": "2024-01-31T12:00:00Z",
                     *           "ticker_as_filed": "AAPL",
                     *           "ticker_source": "column",
                     *           "original_filing_date": "2024-01-31",
                     *           "first_filing_date": "2024-01-31",
                     *           "counted_from": "first_filing",
                     *           "account": "Example Brokerage Account",
                     *           "notification_date": "2024-01-31",
                     *           "cap_gains_over_200": false,
                     *           "is_late_statutory": false,
                     *           "superseded_by": 7301444032768,
                     *           "deadline_date": "2024-01-31",
                     *           "days_late": 12
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z"
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["LateFiling"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * @description only with `dataVersion`: version of the rows' contents; the list itself is as of data_version
                             * @example 43
                             */
                            rows_version?: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listPoliticianHoldings: {
        parameters: {
            query?: {
                /**
                 * @description only assets with that position
                 * @example held
                 */
                position?: "held" | "sold_in_full";
                /**
                 * @description sort key: last trade, name of the asset; assets without a date come last
                 * @example lastTradeDate
                 */
                sort?: "lastTradeDate" | "assetName";
                /**
                 * @description direction; default: asc for a list sorted by name, else desc
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "asset_name",
                 *       "ticker"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path: {
                /**
                 * @description the member's bioguide id, in any case
                 * @example P000197
                 */
                bioguideId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "asset_name": "Apple Inc.",
                     *           "ticker": "AAPL",
                     *           "company_cik": "0000320193",
                     *           "asset_type": "Stock",
                     *           "security_class": "common",
                     *           "owner": "Self",
                     *           "account": "IRA",
                     *           "position": "held",
                     *           "unknown_reason": "date_suspect",
                     *           "trade_count": 4,
                     *           "last_trade_id": 5021873920512,
                     *           "first_trade_date": "2024-01-31",
                     *           "last_trade_date": "2024-01-31",
                     *           "last_purchase_date": "2024-01-31",
                     *           "last_sale_date": "2024-01-31",
                     *           "counted_after": "2024-01-31",
                     *           "purchase_count": 2,
                     *           "sale_count": 1,
                     *           "purchased_low": 125000.5,
                     *           "purchased_high": 125000.5,
                     *           "sold_low": 125000.5,
                     *           "sold_high": 125000.5
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z"
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["MemberHolding"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * @description only with `dataVersion`: version of the rows' contents; the list itself is as of data_version
                             * @example 43
                             */
                            rows_version?: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listPoliticianTrades: {
        parameters: {
            query?: {
                /**
                 * @description symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades; repeat the key or separate by commas
                 * @example [
                 *       "AAPL",
                 *       "BRK.B"
                 *     ]
                 */
                ticker?: string[];
                /**
                 * @description part of the member's name
                 * @example doe
                 */
                politician?: string;
                /**
                 * @description bioguide ids of members; in any case; repeat the key or separate by commas
                 * @example [
                 *       "P000197"
                 *     ]
                 */
                politicianId?: string[];
                /**
                 * @description any of these parties on the trade date; repeat the key or separate by commas
                 * @example [
                 *       "D"
                 *     ]
                 */
                party?: ("D" | "R" | "I" | "Democrat" | "Democratic" | "Republican" | "Independent")[];
                /**
                 * @description chamber
                 * @example house
                 */
                chamber?: "house" | "senate" | "House" | "Senate";
                /**
                 * @description part of the asset's name as disclosed
                 * @example municipal
                 */
                assetName?: string;
                /**
                 * @description kind of transaction; sale is every kind of sale
                 * @example purchase
                 */
                tradeType?: "purchase" | "sale" | "exchange" | "Sale (Full)" | "Sale (Partial)" | "buy" | "sell" | "Purchase" | "Sale" | "Exchange";
                /**
                 * @description minimum of the bracket's lower end
                 * @example 15k
                 */
                minValue?: string | number;
                /**
                 * @description maximum of the bracket's upper end; open brackets never match
                 * @example 15k
                 */
                maxValue?: string | number;
                /**
                 * @description filed within the last N days: filing_date >= today (UTC) - N
                 * @example 30
                 */
                days?: number;
                /**
                 * @description filed more than 45 days after the trade, with plausible dates
                 * @example true
                 */
                isLate?: boolean;
                /**
                 * @description the member sat on a committee with jurisdiction over the issuer
                 * @example true
                 */
                isCommitteeTrade?: boolean;
                /**
                 * @description code of a committee with jurisdiction over the issuer that the member sat on, in any case
                 * @example HSBA
                 */
                committee?: string;
                /**
                 * @description any of these owners of the asset; repeat the key or separate by commas
                 * @example [
                 *       "Self"
                 *     ]
                 */
                owner?: ("Self" | "Spouse" | "Joint" | "Child")[];
                /**
                 * @description kind of asset as disclosed, in full, in any case
                 * @example Stock
                 */
                assetType?: string;
                /**
                 * @description any of these kinds of security; repeat the key or separate by commas
                 * @example [
                 *       "common"
                 *     ]
                 */
                securityClass?: ("common" | "preferred" | "option" | "warrant" | "unit" | "debt" | "fund" | "crypto" | "other")[];
                /**
                 * @description any of these states of the member on the trade date, as postal codes; repeat the key or separate by commas
                 * @example [
                 *       "AK"
                 *     ]
                 */
                state?: ("AK" | "AL" | "AR" | "AS" | "AZ" | "CA" | "CO" | "CT" | "DC" | "DE" | "DK" | "FL" | "GA" | "GU" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MP" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OL" | "OR" | "PA" | "PI" | "PR" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VI" | "VT" | "WA" | "WI" | "WV" | "WY")[];
                /**
                 * @description the member's district on the trade date, beside the state; 0 is at large; House only
                 * @example 11
                 */
                district?: number;
                /**
                 * @description the box for capital gains over $200, as filed; rows of reports without the box never match
                 * @example true
                 */
                capGainsOver200?: boolean;
                /**
                 * @description from an amended report
                 * @example true
                 */
                isAmendment?: boolean;
                /**
                 * @description sectors of the issuer, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted; repeat the key or separate by commas
                 * @example [
                 *       "Technology"
                 *     ]
                 */
                sectors?: ("Consumer Goods" | "Energy" | "Finance" | "Food and Agriculture" | "Health" | "Industrial and Business Services" | "Materials" | "Media and Telecom" | "Other" | "Real Estate" | "Retail and Consumer Services" | "Technology" | "Transport" | "Utilities" | (string & {}))[];
                /**
                 * @description SIC industry titles of the issuer, in any case; repeat the key or separate by commas
                 * @example [
                 *       "Electronic Computers"
                 *     ]
                 */
                industries?: string[];
                /**
                 * @description any of these date qualities; repeat the key or separate by commas
                 * @example [
                 *       "ok"
                 *     ]
                 */
                dateQuality?: ("ok" | "transaction_after_disclosure" | "future_transaction_date" | "implausible_lag")[];
                /**
                 * @description minimum number of days from the trade to the report
                 * @example 46
                 */
                minDelayDays?: number;
                /**
                 * @description minimum return of a follower after 7 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                minReturn7d?: string | number;
                /**
                 * @description maximum return of a follower after 7 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                maxReturn7d?: string | number;
                /**
                 * @description minimum return of a follower after 30 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                minReturn30d?: string | number;
                /**
                 * @description maximum return of a follower after 30 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                maxReturn30d?: string | number;
                /**
                 * @description minimum return of a follower after 90 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                minReturn90d?: string | number;
                /**
                 * @description maximum return of a follower after 90 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                maxReturn90d?: string | number;
                /**
                 * @description minimum return minus SPY's of a follower after 7 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                minAlpha7d?: string | number;
                /**
                 * @description maximum return minus SPY's of a follower after 7 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                maxAlpha7d?: string | number;
                /**
                 * @description minimum return minus SPY's of a follower after 30 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                minAlpha30d?: string | number;
                /**
                 * @description maximum return minus SPY's of a follower after 30 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                maxAlpha30d?: string | number;
                /**
                 * @description minimum return minus SPY's of a follower after 90 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                minAlpha90d?: string | number;
                /**
                 * @description maximum return minus SPY's of a follower after 90 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                maxAlpha90d?: string | number;
                /**
                 * @description field to sort by; rows without a value come last
                 * @example filingDate
                 */
                sort?: "filingDate" | "tradeDate" | "value" | "delay" | "return7d" | "return30d" | "return90d" | "alpha7d" | "alpha30d" | "alpha90d";
                /**
                 * @description direction
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description parts to attach to each trade; repeat the key or separate by commas
                 * @example [
                 *       "outcomes"
                 *     ]
                 */
                include?: "outcomes"[];
                /**
                 * @description earliest filing date
                 * @example 2024-01-31
                 */
                filedFrom?: string;
                /**
                 * @description latest filing date
                 * @example 2024-01-31
                 */
                filedTo?: string;
                /**
                 * @description earliest trade date
                 * @example 2024-01-31
                 */
                tradedFrom?: string;
                /**
                 * @description latest trade date
                 * @example 2024-01-31
                 */
                tradedTo?: string;
                /**
                 * @description rows that have changed since then, including superseded ones, which are marked
                 * @example 2024-01-31T00:00:00Z
                 */
                updatedSince?: string;
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "id",
                 *       "filing_date"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 7301444032512,
                     *           "filing_date": "2024-01-31",
                     *           "trade_date": "2024-01-31",
                     *           "politician_name": "Jane Doe",
                     *           "politician_id": "D000001",
                     *           "party": "Democrat",
                     *           "chamber": "House",
                     *           "state": "CA",
                     *           "district": 11,
                     *           "ticker": "AAPL",
                     *           "asset_name": "Apple Inc. - Common Stock",
                     *           "asset_type": "Stock",
                     *           "trade_type": "Purchase",
                     *           "owner": "Self",
                     *           "amount_range": "$1,001 - $15,000",
                     *           "amount_low": 1001,
                     *           "amount_high": 15000,
                     *           "amount_mid": 8000.5,
                     *           "delay_days": 31,
                     *           "is_late": false,
                     *           "sector": "Technology",
                     *           "industry": "Electronic Computers",
                     *           "is_committee_trade": false,
                     *           "committee_matches": [
                     *             {
                     *               "code": "HSBA",
                     *               "name": "House Committee on Financial Services",
                     *               "basis": "snapshot"
                     *             }
                     *           ],
                     *           "committee_data": "known",
                     *           "comment": "text",
                     *           "source_url": "https://disclosures-clerk.house.gov/1.pdf",
                     *           "is_amendment": false,
                     *           "date_quality": "ok",
                     *           "security_class": "common",
                     *           "last_modified": "2024-01-31T12:00:00Z",
                     *           "ticker_as_filed": "AAPL",
                     *           "ticker_source": "column",
                     *           "original_filing_date": "2024-01-31",
                     *           "first_filing_date": "2024-01-31",
                     *           "counted_from": "first_filing",
                     *           "account": "Example Brokerage Account",
                     *           "notification_date": "2024-01-31",
                     *           "cap_gains_over_200": false,
                     *           "is_late_statutory": false,
                     *           "superseded_by": 7301444032768
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z"
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PoliticianTrade"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * @description only with `dataVersion`: version of the rows' contents; the list itself is as of data_version
                             * @example 43
                             */
                            rows_version?: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listPoliticians: {
        parameters: {
            query?: {
                /**
                 * @description words that must all occur in the member's name
                 * @example doe
                 */
                q?: string;
                /**
                 * @description chamber of the current (or last) term
                 * @example house
                 */
                chamber?: "house" | "senate" | "House" | "Senate";
                /**
                 * @description any of these parties of the current (or last) term; repeat the key or separate by commas
                 * @example [
                 *       "D"
                 *     ]
                 */
                party?: ("D" | "R" | "I" | "Democrat" | "Democratic" | "Republican" | "Independent")[];
                /**
                 * @description any of these states of the current (or last) term, as postal codes; repeat the key or separate by commas
                 * @example [
                 *       "AK"
                 *     ]
                 */
                state?: ("AK" | "AL" | "AR" | "AS" | "AZ" | "CA" | "CO" | "CT" | "DC" | "DE" | "DK" | "FL" | "GA" | "GU" | "HI" | "IA" | "ID" | "IL" | "IN" | "KS" | "KY" | "LA" | "MA" | "MD" | "ME" | "MI" | "MN" | "MO" | "MP" | "MS" | "MT" | "NC" | "ND" | "NE" | "NH" | "NJ" | "NM" | "NV" | "NY" | "OH" | "OK" | "OL" | "OR" | "PA" | "PI" | "PR" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VA" | "VI" | "VT" | "WA" | "WI" | "WV" | "WY")[];
                /**
                 * @description district of the current (or last) term, beside the state; 0 is at large; House only
                 * @example 11
                 */
                district?: number;
                /**
                 * @description serves today
                 * @example true
                 */
                inOffice?: boolean;
                /**
                 * @description code of a committee or subcommittee that the member sits on, in any case
                 * @example HSBA
                 */
                committee?: string;
                /**
                 * @description sort key: number of trades, sum of the brackets' middles, share of late trades, average 90-day return minus SPY's, share of purchases with a 90-day gain, official name; rows without a value come last
                 * @example trades
                 */
                sort?: "trades" | "volume" | "lateRate" | "alpha90" | "winRate90" | "name";
                /**
                 * @description direction; default: asc for a list sorted by name, else desc
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "bioguide_id",
                 *       "name"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "bioguide_id": "D000001",
                     *           "name": "Jane Doe",
                     *           "party": "Democrat",
                     *           "chamber": "House",
                     *           "state": "CA",
                     *           "district": 11,
                     *           "position": "Representative",
                     *           "in_office": false,
                     *           "stats": {
                     *             "total_trades": 120,
                     *             "buy_count": 70,
                     *             "sell_count": 48,
                     *             "est_volume_low": 125000.5,
                     *             "est_volume_mid": 125000.5,
                     *             "est_volume_high": 125000.5,
                     *             "unique_tickers": 31,
                     *             "late_count": 4,
                     *             "late_rate_pct": 2.3412,
                     *             "late_judged_count": 118,
                     *             "avg_delay_days": 27.5,
                     *             "committee_trade_count": 9,
                     *             "committee_judged_count": 85
                     *           },
                     *           "performance_90d": {
                     *             "days": 30,
                     *             "resolved_trades": 26,
                     *             "compared_trades": 25,
                     *             "avg_return_pct": 4.1182,
                     *             "avg_alpha_pct": 1.0034,
                     *             "win_rate_pct": 61.5385,
                     *             "win_rate_low_pct": 42.5324,
                     *             "win_rate_high_pct": 77.5757,
                     *             "beat_spy_rate_pct": 53.8462,
                     *             "pnl_low": 125000.5,
                     *             "pnl_mid": 125000.5,
                     *             "pnl_high": 125000.5,
                     *             "open_ended_trades": 0,
                     *             "sample_sufficient": true,
                     *             "sales": {
                     *               "resolved_trades": 26,
                     *               "avoided_loss_mid": 125000.5
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z",
                     *         "left_out": 1
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PoliticianEntry"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * @description only with `dataVersion`: version of the rows' contents; the list itself is as of data_version
                             * @example 43
                             */
                            rows_version?: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * Format: int64
                             * @description members that match but are excluded, because fewer than 5 trades are known for the rate that the list is sorted by; null if it is not sorted by a rate
                             * @example 1
                             */
                            left_out: number | null;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listSummary: {
        parameters: {
            query: {
                /**
                 * @description what the trades of a group have in common, one or several; repeat the key or separate by commas
                 * @example [
                 *       "company"
                 *     ]
                 */
                by: ("company" | "sector" | "month")[];
                /**
                 * @description earliest filing date
                 * @example 2024-01-31
                 */
                filedFrom?: string;
                /**
                 * @description latest filing date
                 * @example 2024-01-31
                 */
                filedTo?: string;
                /**
                 * @description symbols of the companies, in any case; the old or the new one of a renamed company; repeat the key or separate by commas
                 * @example [
                 *       "AAPL",
                 *       "BRK.B"
                 *     ]
                 */
                ticker?: string[];
                /**
                 * @description sectors, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted; repeat the key or separate by commas
                 * @example [
                 *       "Technology"
                 *     ]
                 */
                sectors?: ("Consumer Goods" | "Energy" | "Finance" | "Food and Agriculture" | "Health" | "Industrial and Business Services" | "Materials" | "Media and Telecom" | "Other" | "Real Estate" | "Retail and Consumer Services" | "Technology" | "Transport" | "Utilities" | (string & {}))[];
                /**
                 * @description sort key: month; purchases, sales, or purchases minus sales of insiders
                 * @example month
                 */
                sort?: "month" | "buyValue" | "sellValue" | "netValue";
                /**
                 * @description direction
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "company_cik",
                 *       "company_name"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "company_cik": "0000320193",
                     *           "company_name": "Apple Inc.",
                     *           "ticker": "AAPL",
                     *           "sector": "Technology",
                     *           "month": "2024-01",
                     *           "insiders": {
                     *             "buy_count": 12,
                     *             "sell_count": 8,
                     *             "buy_value": 125000.5,
                     *             "sell_value": 125000.5,
                     *             "net_value": 125000.5,
                     *             "suspect_count": 0
                     *           },
                     *           "members": {
                     *             "purchase_count": 4,
                     *             "sale_count": 2,
                     *             "amount_low": 125000.5,
                     *             "amount_high": 125000.5
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z"
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SummaryGroup"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * @description only with `dataVersion`: version of the rows' contents; the list itself is as of data_version
                             * @example 43
                             */
                            rows_version?: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listSymbols: {
        parameters: {
            query: {
                /**
                 * @description words that must all occur in a name or symbol; a single character is an exact symbol
                 * @example apple
                 */
                q: string;
                /**
                 * @description sort key: exact match of a symbol, then kind, then name; or name, or symbol; rows without a symbol come last
                 * @example kind
                 */
                sort?: "kind" | "name" | "ticker";
                /**
                 * @description direction
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "kind",
                 *       "name"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "kind": "company",
                     *           "name": "Apple Inc.",
                     *           "ticker": "AAPL",
                     *           "cik": "0000320193",
                     *           "bioguide_id": "D000001"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z"
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Symbol"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * @description only with `dataVersion`: version of the rows' contents; the list itself is as of data_version
                             * @example 43
                             */
                            rows_version?: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    listTrades: {
        parameters: {
            query?: {
                /**
                 * @description a frequent combination of filters in one word; other filters narrow it
                 * @example significant
                 */
                preset?: "significant" | "first_buy" | "ceo_cfo_buy" | "cluster";
                /**
                 * @description symbols, exact, in any case and as filings write them (`BRK-B`, `NYSE:NYCB`, `(SIRI)`); the old or the new one of a renamed company finds all its trades; repeat the key or separate by commas
                 * @example [
                 *       "AAPL",
                 *       "BRK.B"
                 *     ]
                 */
                ticker?: string[];
                /**
                 * @description one or more ranges of the trade's value, ends included; rows without a value never match; repeat the key or separate by commas
                 * @example [
                 *       "100k-500k",
                 *       "1m-"
                 *     ]
                 */
                valueRanges?: string[];
                /**
                 * @description one or more ranges of the price, ends included; rows without a price never match; repeat the key or separate by commas
                 * @example [
                 *       "100k-500k",
                 *       "1m-"
                 *     ]
                 */
                priceRanges?: string[];
                /**
                 * @description sectors, in any case; common names of other vendors (Healthcare, Financials, Consumer Staples) are accepted; repeat the key or separate by commas
                 * @example [
                 *       "Technology"
                 *     ]
                 */
                sectors?: ("Consumer Goods" | "Energy" | "Finance" | "Food and Agriculture" | "Health" | "Industrial and Business Services" | "Materials" | "Media and Telecom" | "Other" | "Real Estate" | "Retail and Consumer Services" | "Technology" | "Transport" | "Utilities" | (string & {}))[];
                /**
                 * @description SIC industry titles, in any case; repeat the key or separate by commas
                 * @example [
                 *       "Electronic Computers"
                 *     ]
                 */
                industries?: string[];
                /**
                 * @description the SEC's industry code of the company
                 * @example 3571
                 */
                sicCode?: number;
                /**
                 * @description exchange on which the company's shares are listed today, as the SEC names it (Nasdaq, NYSE, CBOE, OTC), in any case
                 * @example Nasdaq
                 */
                exchange?: string;
                /**
                 * @description transaction codes, labels or both as responses write them, in any case: `P,S` or `P - Purchase`; repeat the key or separate by commas
                 * @example [
                 *       "P",
                 *       "S"
                 *     ]
                 */
                tradeTypes?: ("P - Purchase" | "S - Sale" | "A - Grant" | "D - Sale to Issuer" | "F - Tax" | "G - Gift" | "M - Option Exercise" | "X - Option Exercise" | "C - Conversion" | "W - Inherited" | "E - Expire Short" | "H - Expire Long" | "I - Discretionary" | "J - Other" | "K - Equity Swap" | "L - Small Acquisition" | "O - Option Exercise OTM" | "U - Tender" | "V - Voluntary" | "Z - Voting Trust" | (string & {}))[];
                /**
                 * @description part of the name of the insider or of a joint insider, last or first name first
                 * @example doe jane
                 */
                insiderName?: string;
                /**
                 * @description CIKs of owners of the form; the first or a joint one, with or without leading zeros; repeat the key or separate by commas
                 * @example [
                 *       "0001214156"
                 *     ]
                 */
                insiderCik?: string[];
                /**
                 * @description CIKs of companies; with or without leading zeros; repeat the key or separate by commas
                 * @example [
                 *       "0001214156"
                 *     ]
                 */
                companyCik?: string[];
                /**
                 * @description the SEC's number of the filing, with or without dashes
                 * @example 0001234567-24-000012
                 */
                accessionNumber?: string;
                /**
                 * @description minimum value of the trade; rows without a value never match
                 * @example 15k
                 */
                minValue?: string | number;
                /**
                 * @description maximum value of the trade; rows without a value never match
                 * @example 15k
                 */
                maxValue?: string | number;
                /**
                 * @description minimum number of shares; rows without one never match
                 * @example 15k
                 */
                minShares?: string | number;
                /**
                 * @description maximum number of shares; rows without one never match
                 * @example 15k
                 */
                maxShares?: string | number;
                /**
                 * @description minimum number of shares owned after the trade; rows without one never match
                 * @example 15k
                 */
                minSharesOwnedAfter?: string | number;
                /**
                 * @description maximum number of shares owned after the trade; rows without one never match
                 * @example 15k
                 */
                maxSharesOwnedAfter?: string | number;
                /**
                 * @description minimum change of the holding in percent, negative for a sale; rows without one never match
                 * @example -12.5
                 */
                minDeltaOwnPct?: string | number;
                /**
                 * @description maximum change of the holding in percent, negative for a sale; rows without one never match
                 * @example -12.5
                 */
                maxDeltaOwnPct?: string | number;
                /**
                 * @description minimum return of a follower after 7 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                minReturn7d?: string | number;
                /**
                 * @description maximum return of a follower after 7 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                maxReturn7d?: string | number;
                /**
                 * @description minimum return of a follower after 30 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                minReturn30d?: string | number;
                /**
                 * @description maximum return of a follower after 30 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                maxReturn30d?: string | number;
                /**
                 * @description minimum return of a follower after 90 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                minReturn90d?: string | number;
                /**
                 * @description maximum return of a follower after 90 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                maxReturn90d?: string | number;
                /**
                 * @description minimum return minus SPY's of a follower after 7 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                minAlpha7d?: string | number;
                /**
                 * @description maximum return minus SPY's of a follower after 7 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                maxAlpha7d?: string | number;
                /**
                 * @description minimum return minus SPY's of a follower after 30 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                minAlpha30d?: string | number;
                /**
                 * @description maximum return minus SPY's of a follower after 30 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                maxAlpha30d?: string | number;
                /**
                 * @description minimum return minus SPY's of a follower after 90 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                minAlpha90d?: string | number;
                /**
                 * @description maximum return minus SPY's of a follower after 90 days, in percent; rows whose outcome is not known never match
                 * @example -12.5
                 */
                maxAlpha90d?: string | number;
                /**
                 * @description any of these roles of the first reporting owner: by the boxes of the form, and for ceo and cfo by the words of the title; repeat the key or separate by commas
                 * @example [
                 *       "director"
                 *     ]
                 */
                role?: ("director" | "officer" | "ceo" | "cfo" | "tenPercentOwner")[];
                /**
                 * @description part of the first reporting owner's title; one text, not a list, because titles have commas (`EVP,CFO`): for any of several offices use `role`
                 * @example chief executive
                 */
                title?: string;
                /**
                 * @description any of these tiers of the signal; repeat the key or separate by commas
                 * @example [
                 *       "strong"
                 *     ]
                 */
                signalTier?: ("strong" | "moderate" | "weak" | "noise")[];
                /**
                 * @description any of these directions of the signal; repeat the key or separate by commas
                 * @example [
                 *       "bullish"
                 *     ]
                 */
                signalDirection?: ("bullish" | "bearish" | "neutral")[];
                /**
                 * @description minimum signal score
                 * @example 50
                 */
                minSignalScore?: number;
                /**
                 * @description under a Rule 10b5-1 plan or not; forms that do not state it never match
                 * @example true
                 */
                is10b51?: boolean;
                /**
                 * @description any of these forms; repeat the key or separate by commas
                 * @example [
                 *       "3"
                 *     ]
                 */
                formType?: ("3" | "4" | "5" | "3/A" | "4/A" | "5/A")[];
                /**
                 * @description acquired (A) or disposed of (D), as filed
                 * @example A
                 */
                acquiredDisposed?: "A" | "D";
                /**
                 * @description any of these kinds of security; repeat the key or separate by commas
                 * @example [
                 *       "common"
                 *     ]
                 */
                securityClass?: ("common" | "preferred" | "option" | "warrant" | "unit" | "debt" | "fund" | "crypto" | "other")[];
                /**
                 * @description direct or indirect ownership, as filed
                 * @example direct
                 */
                ownership?: "direct" | "indirect";
                /**
                 * @description any of these price qualities; a row whose price could not be compared has none; repeat the key or separate by commas
                 * @example [
                 *       "ok"
                 *     ]
                 */
                priceQuality?: ("ok" | "suspect")[];
                /**
                 * @description any of these amendment states; a row without an amendment has none; repeat the key or separate by commas
                 * @example [
                 *       "restates"
                 *     ]
                 */
                amendmentStatus?: ("restates" | "adds" | "undecided")[];
                /**
                 * @description any of these date qualities; a row without a trade date has none; repeat the key or separate by commas
                 * @example [
                 *       "ok"
                 *     ]
                 */
                dateQuality?: ("ok" | "transaction_after_filing" | "implausible_lag")[];
                /**
                 * @description minimum number of days from the trade to its first filing
                 * @example 46
                 */
                minDelayDays?: number;
                /**
                 * @description words that must all occur in ticker, company or insider name, or be a whole CIK; a single character is an exact symbol
                 * @example apple doe
                 */
                q?: string;
                /**
                 * @description field to sort by; rows without a value come last
                 * @example filingDate
                 */
                sort?: "filingDate" | "tradeDate" | "value" | "signalScore" | "delay" | "exercisePrice" | "underlyingShares" | "return7d" | "return30d" | "return90d" | "alpha7d" | "alpha30d" | "alpha90d";
                /**
                 * @description direction
                 * @example desc
                 */
                order?: "desc" | "asc";
                /**
                 * @description parts to attach to each trade: its forward returns; its footnotes with nature of ownership, remarks and acceptance; repeat the key or separate by commas
                 * @example [
                 *       "outcomes"
                 *     ]
                 */
                include?: ("outcomes" | "footnotes")[];
                /**
                 * @description include derivative transactions
                 * @example true
                 */
                includeDerivative?: boolean;
                /**
                 * @description filed within the last N days: filing_date >= today (UTC) - N
                 * @example 30
                 */
                days?: number;
                /**
                 * @description earliest filing date
                 * @example 2024-01-31
                 */
                filedFrom?: string;
                /**
                 * @description latest filing date
                 * @example 2024-01-31
                 */
                filedTo?: string;
                /**
                 * @description earliest trade date
                 * @example 2024-01-31
                 */
                tradedFrom?: string;
                /**
                 * @description latest trade date
                 * @example 2024-01-31
                 */
                tradedTo?: string;
                /**
                 * @description rows that have changed since then, including superseded ones, which are marked
                 * @example 2024-01-31T00:00:00Z
                 */
                updatedSince?: string;
                /**
                 * @description page of the list, from 1
                 * @example 1
                 */
                page?: number;
                /**
                 * @description entries per page, up to 100 as JSON; as CSV or NDJSON a page counts as one request per 100 rows or part of them
                 * @example 1
                 */
                pageSize?: number;
                /**
                 * @description pages of the list as of this `meta.data_version`: send the one of the first page with every further page, so that no row repeats or is skipped while data are loaded; 410 if the version is no longer available
                 * @example 42
                 */
                dataVersion?: string | number;
                /**
                 * @description names of the fields of `data` to include, as the response writes them; a nested field by its path (`outcomes.return_30d_pct`). A field of an optional part is enough: `include` need not name the part; repeat the key or separate by commas
                 * @example [
                 *       "id",
                 *       "filing_date"
                 *     ]
                 */
                fields?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the response */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Data-Version": components["headers"]["X-Data-Version"];
                    "X-Meta": components["headers"]["X-Meta"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": 5021873920512,
                     *           "filing_date": "2024-01-31",
                     *           "trade_date": "2024-01-31",
                     *           "ticker": "AAPL",
                     *           "company_name": "Apple Inc.",
                     *           "company_cik": "0000320193",
                     *           "insider_name": "DOE JANE",
                     *           "insider_cik": "0001234567",
                     *           "title": "Director, Chief Executive Officer",
                     *           "title_as_filed": "See Remarks",
                     *           "trade_type": "P - Purchase",
                     *           "shares": "1500",
                     *           "price": 83.41,
                     *           "value": 125000.5,
                     *           "sector": "Technology",
                     *           "industry": "Electronic Computers",
                     *           "signal_score": 68,
                     *           "signal_tier": "strong",
                     *           "signal_direction": "bullish",
                     *           "ticker_as_filed": "AAPL",
                     *           "accession_number": "0001234567-24-000012",
                     *           "form_type": "4",
                     *           "source_url": "https://www.sec.gov/Archives/edgar/data/1/2.txt",
                     *           "security_title": "Common Stock",
                     *           "security_class": "common",
                     *           "acquired_disposed": "A",
                     *           "is_derivative": false,
                     *           "is_10b5_1": false,
                     *           "is_10b5_1_source": "checkbox",
                     *           "is_amendment": false,
                     *           "superseded_by": 5021873920513,
                     *           "amendment_status": "restates",
                     *           "not_restated": false,
                     *           "shares_owned_after": "1500",
                     *           "delta_own_pct": 2.3412,
                     *           "ownership": "direct",
                     *           "is_director": false,
                     *           "is_officer": false,
                     *           "is_ten_percent_owner": false,
                     *           "joint_insiders": [
                     *             {
                     *               "cik": "0001234567",
                     *               "name": "DOE JANE"
                     *             }
                     *           ],
                     *           "exercise_price": 125000.5,
                     *           "exercisable_date": "2024-01-31",
                     *           "expiration_date": "2024-01-31",
                     *           "underlying_title": "Common Stock",
                     *           "underlying_shares": "1500",
                     *           "exercise_pair_id": 5021873920514,
                     *           "exercise_and_sale": false,
                     *           "filing_delay_days": 2,
                     *           "first_filing_date": "2024-01-31",
                     *           "counted_from": "first_filing",
                     *           "price_quality": "ok",
                     *           "price_quality_reason": "equals_shares",
                     *           "price_reason": "footnote_only",
                     *           "same_block_as": 5021873920512,
                     *           "first_buy": false,
                     *           "cluster_id": 5021873920514,
                     *           "date_quality": "ok",
                     *           "filed_direction_conflict": false,
                     *           "signal_factors": [
                     *             {
                     *               "factor": "base",
                     *               "points": 20
                     *             }
                     *           ],
                     *           "signal_version": "1",
                     *           "last_modified": "2024-01-31T12:00:00Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "total": 2381,
                     *         "totalPages": 96,
                     *         "next": "/api/v1/trades?tradeTypes=P&page=2&dataVersion=42"
                     *       },
                     *       "meta": {
                     *         "data_version": "42",
                     *         "as_of": "2024-01-31T12:00:00Z"
                     *       },
                     *       "requestId": "5f0c2f9e-1"
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["InsiderTrade"][];
                        pagination: components["schemas"]["Pagination"];
                        meta: {
                            /**
                             * @description increases with every change of the data
                             * @example 42
                             */
                            data_version: string;
                            /**
                             * @description only with `dataVersion`: version of the rows' contents; the list itself is as of data_version
                             * @example 43
                             */
                            rows_version?: string;
                            /**
                             * Format: date-time
                             * @description when the data version last increased
                             * @example 2024-01-31T12:00:00Z
                             */
                            as_of: string;
                            /**
                             * @description true where the records are invented
                             * @example true
                             */
                            sample?: boolean;
                            /** @example Sample data */
                            message?: string;
                        };
                        /**
                         * @description equals the header X-Request-Id
                         * @example 5f0c2f9e-1
                         */
                        requestId: string;
                    };
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description one range of bytes
                 * @example bytes=0-1023
                 */
                Range?: string;
                /** @description ETag of the expected content; if the file has other content, the response is 412 */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description name of the file
                 * @example trades-2024-01-1f0c2f9e5b7a9d3c.parquet
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the file */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description SHA-256 of the file */
                    ETag?: string;
                    /** @description bytes */
                    "Accept-Ranges"?: string;
                    /** @description bytes of files per day */
                    "X-BytesLimit-Limit"?: number;
                    /** @description bytes left today */
                    "X-BytesLimit-Remaining"?: number;
                    /** @description end of the UTC day, Unix seconds */
                    "X-BytesLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apache.parquet": string;
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description the range */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    /** @description SHA-256 of the file */
                    ETag?: string;
                    /** @description bytes */
                    "Accept-Ranges"?: string;
                    /** @description bytes of files per day */
                    "X-BytesLimit-Limit"?: number;
                    /** @description bytes left today */
                    "X-BytesLimit-Remaining"?: number;
                    /** @description end of the UTC day, Unix seconds */
                    "X-BytesLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.apache.parquet": string;
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            412: components["responses"]["412"];
            416: components["responses"]["416"];
            429: components["responses"]["429"];
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    openStream: {
        parameters: {
            query: {
                /**
                 * @description the list whose changes are sent
                 * @example trades
                 */
                list: "trades" | "politician-trades" | "clusters" | "late-filings";
            };
            header?: {
                /**
                 * @description continues after this event, for 30 days; later the response is 410: read the list with updatedSince, then open the stream without this header. Without it the stream begins with the next change
                 * @example evt_412_90871_created
                 */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the stream */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            406: components["responses"]["406"];
            410: components["responses"]["410"];
            /** @description A limit of requests is exceeded, or the account has as many open streams as its plan allows */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitError"] | components["schemas"]["StreamLimitError"];
                };
            };
            500: components["responses"]["500"];
            503: components["responses"]["503"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description the document */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description If-None-Match has the tag of the current data; the request counts for the minute, not for day and month */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-DailyLimit-Limit": components["headers"]["X-DailyLimit-Limit"];
                    "X-DailyLimit-Remaining": components["headers"]["X-DailyLimit-Remaining"];
                    "X-DailyLimit-Reset": components["headers"]["X-DailyLimit-Reset"];
                    "X-MonthlyQuota-Limit": components["headers"]["X-MonthlyQuota-Limit"];
                    "X-MonthlyQuota-Remaining": components["headers"]["X-MonthlyQuota-Remaining"];
                    "X-MonthlyQuota-Reset": components["headers"]["X-MonthlyQuota-Reset"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "X-Request-Cost": components["headers"]["X-Request-Cost"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Vary: components["headers"]["Vary"];
                    Age: components["headers"]["Age"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            405: components["responses"]["405"];
        };
    };
}
