// A link to the publisher's document. A URL with another host, or without https, is shown as text.
import { ForeignText } from "./foreign-text.tsx";

const publishers = new Set([
  "www.sec.gov",
  "data.sec.gov",
  "disclosures-clerk.house.gov",
  "efdsearch.senate.gov",
  "www.congress.gov",
]);

export function SourceLink({ url, children }: { url: string; children: string }) {
  if (!isPublishers(url)) return <ForeignText>{url}</ForeignText>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function isPublishers(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  return protocol === "https:" && publishers.has(host);
}
