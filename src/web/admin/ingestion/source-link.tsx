// A document at its publisher. Only addresses of the publishers become links; whatever else a listing says stays text.
import { ForeignText } from "../../frame/foreign-text.tsx";

const publishers = ["www.sec.gov", "data.sec.gov", "disclosures-clerk.house.gov", "efdsearch.senate.gov"];

function isPublishers(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {};
  return protocol === "https:" && publishers.some((host) => host === hostname);
}

export function SourceLink({ url, children }: { url: string; children: string }) {
  if (!isPublishers(url)) return <ForeignText>{children}</ForeignText>;
  return (
    <a href={url} rel="noreferrer" target="_blank">
      <ForeignText>{children}</ForeignText>
    </a>
  );
}
