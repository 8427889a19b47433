// A link to the publisher's document. A URL with another host, or without https, is shown as text.
import { publishers } from "../../sources/sources.ts";
import { ForeignText } from "./foreign-text.tsx";

const hosts = new Set(publishers.flatMap((publisher) => publisher.hosts ?? []));

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
  return protocol === "https:" && hosts.has(host);
}
