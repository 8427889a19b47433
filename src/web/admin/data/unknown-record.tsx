// The page of an object that is not in the database.
import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ForeignText } from "../../frame/foreign-text.tsx";
import { Page } from "../../frame/page.tsx";

interface UnknownRecordProps {
  /** e.g. `insider` */
  kind: string;
  id: string;
  /** page on which to search for it */
  to: string;
}

export function UnknownRecord({ kind, id, to }: UnknownRecordProps) {
  return (
    <Page title={`No such ${kind}`}>
      <p>
        Nothing is stored of{" "}
        <code>
          <ForeignText>{id}</ForeignText>
        </code>
        . It may be mistyped, or not ingested yet.{" "}
        <Anchor component={Link} to={to} inherit underline="always">
          Look for it
        </Anchor>
      </p>
    </Page>
  );
}
