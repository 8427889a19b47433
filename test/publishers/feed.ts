// EDGAR's feed of the latest filings with invented entries, in the layout of edgar-index/atom-getcurrent in the data folder.

export interface FeedEntry {
  accession: string;
  /** YYYY-MM-DD */
  filed: string;
  cik: number;
}

/** A page of the feed with these Forms 4. */
export function latestFeed(filings: FeedEntry[]): string {
  const entries = filings.map(
    ({ accession, filed, cik }) => `<entry>
<title>4 - Invented Widgets Inc (${String(cik).padStart(10, "0")}) (Issuer)</title>
<link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll("-", "")}/${accession}-index.htm"/>
<summary type="html">
 &lt;b&gt;Filed:&lt;/b&gt; ${filed} &lt;b&gt;AccNo:&lt;/b&gt; ${accession} &lt;b&gt;Size:&lt;/b&gt; 10 KB
</summary>
<category scheme="https://www.sec.gov/" label="form type" term="4"/>
<id>urn:tag:sec.gov,2008:accession-number=${accession}</id>
</entry>`,
  );
  const head = '<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">';
  return [head, ...entries, "</feed>"].join("\n");
}
