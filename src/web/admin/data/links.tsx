// A link from a name to the page of its insider, company, member or committee. Names are foreign text.
import { Link } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";

interface DataLinkProps {
  to: "companies" | "insiders" | "politicians" | "committees" | "clusters";
  id: string;
  className?: string | undefined;
  /** full text, if the name is truncated or another text is shown */
  title?: string;
  children: string;
}

export function DataLink({ to, id, children, ...props }: DataLinkProps) {
  return (
    <Link to={`/admin/data/${to}/${encodeURIComponent(id)}`} {...props}>
      <ForeignText>{children}</ForeignText>
    </Link>
  );
}
