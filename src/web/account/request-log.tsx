// /account/requests: the log of all requests, with filters. A row opens its details, and sends it again.
import { Button, Drawer, Group, NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type SyntheticEvent, useState } from "react";
import { Fact, Facts } from "../frame/facts.tsx";
import { count, instant } from "../frame/format.ts";
import { FormFailure } from "../frame/forms.tsx";
import { Samples } from "../frame/keys/first-request.tsx";
import { useRead } from "../frame/operation.ts";
import { Page } from "../frame/page.tsx";
import { ListPanel, pageSize } from "../frame/panel.tsx";
import { type Column, pageOf, ShowAll } from "../frame/table/data-table.tsx";
import { CopyButton, ForeignText } from "../frame/text.tsx";
import { RequestLog, type RequestLogQuery } from "../generated/operations.ts";

type Row = RequestLogQuery["viewer"]["requests"]["nodes"][number];

/** The URL parameters of this page. */
interface LogSearch {
  route?: string;
  status?: string;
  key?: string;
  day?: string;
  page?: string;
  request?: string;
}

const at = "/account/requests";

export function RequestLogPage() {
  const search = useSearch({ strict: false }) as LogSearch;
  const navigate = useNavigate();
  const show = (next: LogSearch) => void navigate({ to: at, search: { ...next }, resetScroll: false });
  const { route, status, key: keyId, day, page } = search;
  const log = useRead(RequestLog, { route, status, keyId, day, page: pageOf(page), pageSize });
  const isFiltered = [route, status, keyId, day].some(Boolean);
  const all = <ShowAll onClick={() => show({})} />;
  return (
    <Page
      title="Requests"
      summary="Up to 10,000 requests of the last 30 days; keys are never stored. Of more than 500 a second some are not listed, but all are counted."
    >
      <Filters viewer={log.data?.viewer} search={search} show={show} />
      <ListPanel
        title="Requests"
        query={log}
        listOf={({ viewer }) => viewer.requests}
        height={120}
        actions={isFiltered && all}
        keyOf={({ requestId, at: time }) => `${requestId} ${time}`}
        onOpen={({ requestId }) => show({ ...search, request: requestId })}
        isMarked={({ requestId }) => requestId === search.request}
        columns={columns}
        empty={isFiltered ? <>No stored requests match these filters. {all}</> : "No requests in the last 30 days."}
        page={pageOf(page)}
        onPage={(next) => show({ ...search, page: String(next), request: undefined })}
      />
      <RequestDrawer
        row={log.data?.viewer.requests.nodes.find(({ requestId }) => requestId === search.request)}
        onClose={() => show({ ...search, request: undefined })}
      />
    </Page>
  );
}

const keyOf = ({ keyName, keyLastFour }: Row) =>
  keyLastFour === null ? (
    "–"
  ) : (
    <>
      <ForeignText>{keyName ?? ""}</ForeignText> <code>…{keyLastFour}</code>
    </>
  );

const milliseconds = (value: number) => (value < 10 ? value.toFixed(1) : count(Math.round(value)));

const columns: Column<Row>[] = [
  { id: "at", head: "Time (UTC)", narrow: "first", cell: (row) => <time dateTime={row.at}>{instant(row.at)}</time> },
  { id: "status", head: "Status", number: true, narrow: "second", cell: (row) => row.status },
  { id: "route", head: "Endpoint", narrow: "second", cell: ({ route }) => <code>{route}</code> },
  { id: "parameters", head: "Parameters", cell: (row) => <ForeignText>{queryOf(row, 70)}</ForeignText> },
  { id: "latency", head: "ms", number: true, narrow: "second", cell: (row) => milliseconds(row.milliseconds) },
  { id: "key", head: "Key", cell: keyOf },
];

const statuses = ["200", "304", "400", "401", "403", "404", "429", "2xx", "3xx", "4xx", "5xx"];

interface FiltersProps {
  viewer: RequestLogQuery["viewer"] | undefined;
  search: LogSearch;
  show(search: LogSearch): void;
}

function Filters({ viewer, search, show }: FiltersProps) {
  const set = (name: keyof LogSearch) => (event: { currentTarget: { value: string } }) =>
    show({ ...search, [name]: event.currentTarget.value || undefined, page: undefined, request: undefined });
  const keys = viewer?.keys ?? [];
  const choice = (any: string, values: { value: string; label: string }[]) => [{ value: "", label: any }, ...values];
  const same = (value: string) => ({ value, label: value });
  return (
    <Group gap={8} mb={12}>
      <NativeSelect
        size="xs"
        aria-label="Endpoint"
        value={search.route ?? ""}
        onChange={set("route")}
        data={choice("All endpoints", withChosen(viewer?.requestRoutes ?? [], search.route).map(same))}
      />
      <NativeSelect
        size="xs"
        aria-label="Status"
        value={search.status ?? ""}
        onChange={set("status")}
        data={choice("All statuses", withChosen(statuses, search.status).map(same))}
      />
      <NativeSelect
        size="xs"
        aria-label="Key"
        value={search.key ?? ""}
        onChange={set("key")}
        data={choice(
          "All keys",
          keys.map(({ id, name, lastFour }) => ({ value: id, label: `${name} …${lastFour}` })),
        )}
      />
      <TextInput size="xs" type="date" aria-label="Day (UTC)" value={search.day ?? ""} onChange={set("day")} />
    </Group>
  );
}

const withChosen = (values: string[], chosen: string | undefined) =>
  chosen === undefined || values.includes(chosen) ? values : [...values, chosen];

type Parameters = Record<string, string | string[]>;

/** Path and query of a request as it was sent; null where a part of it is not stored. */
function pathOf({ route, parameters }: Row): string | null {
  const sent = parameters as Parameters;
  const names = new Set<string>();
  const path = route.replace(/\{(\w+)\}/g, (whole, name: string) => {
    names.add(name);
    return typeof sent[name] === "string" ? encodeURIComponent(sent[name]) : whole;
  });
  const query = new URLSearchParams(
    Object.entries(sent).flatMap(([name, value]) => (names.has(name) ? [] : [value].flat().map((one) => [name, one]))),
  ).toString();
  const isWhole = path.startsWith("/") && !path.includes("{") && !/…|\*\*\*/.test(JSON.stringify(sent));
  return isWhole ? `/api/v1${path}${query && `?${query}`}` : null;
}

function queryOf({ parameters }: Row, max: number): string {
  const text = Object.entries(parameters as Parameters)
    .flatMap(([name, value]) => [value].flat().map((one) => `${name}=${one}`))
    .join("&");
  return text.length > max ? `${text.slice(0, max)}…` : text;
}

function RequestDrawer({ row, onClose }: { row: Row | undefined; onClose(): void }) {
  return (
    <Drawer
      opened={row !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={row && `${row.status} ${row.route}`}
    >
      {row && (
        <>
          <Facts>
            <Fact name="Parameters">
              <code>
                <ForeignText>{queryOf(row, 10_000) || "none"}</ForeignText>
              </code>
            </Fact>
            <Fact name="Time">{instant(row.at)} UTC</Fact>
            <Fact name="Latency">{milliseconds(row.milliseconds)} ms</Fact>
            <Fact name="Key">{keyOf(row)}</Fact>
            <Fact name="Request id">
              <code>{row.requestId}</code> <CopyButton text={row.requestId} label="Copy" />
            </Fact>
          </Facts>
          <SendAgain key={row.requestId} path={pathOf(row)} />
        </>
      )}
    </Drawer>
  );
}

/** characters of a response that are shown */
const maxShown = 4_000;

async function send({ path, key }: { path: string; key: string }): Promise<{ status: number; text: string }> {
  // a stream of events does not end by itself
  const signal = AbortSignal.timeout(30_000);
  const response = await fetch(path, { headers: { authorization: `Bearer ${key}` }, cache: "no-store", signal });
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const text = isJson ? JSON.stringify(await response.json(), null, 2) : await response.text();
  return { status: response.status, text: text.length > maxShown ? `${text.slice(0, maxShown)}…` : text };
}

/** Sends the request with a key that the user pastes. The key is only in this component. */
function SendAgain({ path }: { path: string | null }) {
  const [key, setKey] = useState("");
  const sending = useMutation({ mutationFn: send });
  if (path === null) return <p>This request cannot be sent again: parts of it are not stored.</p>;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    sending.mutate({ path, key });
  };
  return (
    <>
      <h3>Send again</h3>
      <Samples request={{ url: `${location.origin}${path}` }} />
      <form onSubmit={submit}>
        <Group gap={8} align="end" mt={8}>
          <PasswordInput
            label="Your key"
            description="Used for this request only, and not stored. The request counts like any other."
            autoComplete="off"
            required
            flex={1}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value.trim())}
          />
          <Button type="submit" loading={sending.isPending}>
            Send
          </Button>
        </Group>
      </form>
      <FormFailure error={sending.error} />
      {sending.data && (
        <div role="status">
          <p>
            {sending.data.status < 400 ? "✓" : "×"} {sending.data.status}
          </p>
          <pre style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{sending.data.text}</pre>
        </div>
      )}
    </>
  );
}
