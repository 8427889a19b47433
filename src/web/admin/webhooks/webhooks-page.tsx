// /admin/webhooks: the subscriptions of all accounts by channel, the receivers that fail most, and the list of all.
import { Group, NativeSelect } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { count, share } from "../../frame/format.ts";
import { SearchField } from "../../frame/forms.tsx";
import { useRead } from "../../frame/operation.ts";
import { Page } from "../../frame/page.tsx";
import { ListPanel, Panel, pageSize } from "../../frame/panel.tsx";
import {
  ChannelTable,
  channelNames,
  LastDelivery,
  listNames,
  StateOf,
  stateNames,
} from "../../frame/subscriptions/names-and-states.tsx";
import { type Column, DataTable, pageOf, ShowAll } from "../../frame/table/data-table.tsx";
import { ForeignText } from "../../frame/text.tsx";
import {
  EventChannels,
  type EventChannelsQuery,
  EventSubscriptions,
  type EventSubscriptionsQuery,
} from "../../generated/operations.ts";

const at = "/admin/webhooks";

interface WebhookSearch {
  search?: string;
  channel?: string;
  state?: string;
  page?: string;
}

export function WebhooksPage() {
  const search = useSearch({ strict: false }) as WebhookSearch;
  const navigate = useNavigate();
  const totals = useRead(EventChannels, {}, { every: () => 30_000 });
  const { channel, state } = search;
  const page = pageOf(search.page);
  const all = useRead(EventSubscriptions, { search: search.search, channel, state, page, pageSize });
  const show = (next: WebhookSearch) => void navigate({ to: at, search: { ...next }, resetScroll: false });
  const isFiltered = Boolean(search.search || channel || state);
  const open = (id: string) => void navigate({ to: `${at}/${id}` });
  return (
    <Page waiting={totals.isPending} title="Webhooks" summary="Webhooks, feeds and mail of all accounts">
      <Panel
        title="Channels"
        query={totals}
        height={90}
        empty={{ when: (data) => data.eventChannels.length === 0, say: "No account has a webhook or a feed yet." }}
      >
        {(data) => <ChannelTable channels={data.eventChannels} />}
      </Panel>
      <Panel
        title="Worst receivers, last 24 hours"
        query={totals}
        height={60}
        empty={{ when: (data) => data.worstReceivers.length === 0, say: "✓ No attempt has failed." }}
      >
        {(data) => (
          <DataTable
            label="Worst receivers"
            rows={data.worstReceivers}
            columns={receiverColumns}
            keyOf={({ subscription }) => subscription.id}
            onOpen={({ subscription }) => open(subscription.id)}
          />
        )}
      </Panel>
      <ListPanel
        title="Subscriptions"
        query={all}
        listOf={(data) => data.eventSubscriptions}
        actions={<Filters search={search} show={show} />}
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        columns={columns}
        empty={
          isFiltered ? (
            <>
              No subscription matches. <ShowAll onClick={() => show({})} />
            </>
          ) : (
            "There are no subscriptions yet."
          )
        }
        page={page}
        onPage={(next) => show({ ...search, page: String(next) })}
      />
    </Page>
  );
}

const choices = (any: string, names: Readonly<Record<string, string>>) => [
  { value: "", label: any },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

function Filters({ search, show }: { search: WebhookSearch; show(search: WebhookSearch): void }) {
  const chosen = { ...search, page: undefined };
  return (
    <Group gap={8}>
      <SearchField
        label="Search subscriptions"
        hint="E-mail, name or address"
        value={search.search}
        onSearch={(text) => show({ ...chosen, search: text })}
      />
      <NativeSelect
        size="xs"
        aria-label="Channel"
        value={search.channel ?? ""}
        data={choices("any channel", channelNames)}
        onChange={(event) => show({ ...chosen, channel: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        size="xs"
        aria-label="State"
        value={search.state ?? ""}
        data={choices("any state", stateNames)}
        onChange={(event) => show({ ...chosen, state: event.currentTarget.value || undefined })}
      />
    </Group>
  );
}

type Receiver = EventChannelsQuery["worstReceivers"][number];
type Row = EventSubscriptionsQuery["eventSubscriptions"]["nodes"][number];

function OpenLink({ id, children }: { id: string; children: string }) {
  return (
    <Link to={`${at}/${id}`}>
      <ForeignText>{children}</ForeignText>
    </Link>
  );
}

const receiverColumns: Column<Receiver>[] = [
  {
    id: "url",
    head: "Receiver",
    narrow: "first",
    cell: ({ subscription: { id, url, name } }) => <OpenLink id={id}>{url ?? name}</OpenLink>,
  },
  {
    id: "account",
    head: "Account",
    narrow: "second",
    cell: ({ subscription: { account } }) => <ForeignText>{account.email}</ForeignText>,
  },
  {
    id: "failures",
    head: "Failed",
    number: true,
    narrow: "second",
    cell: ({ failures, attempts }) => `${count(failures)} of ${count(attempts)} (${share(failures, attempts)})`,
  },
  { id: "p95", head: "Latency p95 (ms)", number: true, cell: ({ p95 }) => count(p95) },
  {
    id: "state",
    head: "State",
    narrow: "second",
    cell: ({ subscription }) => <StateOf subscription={subscription} />,
  },
];

const columns: Column<Row>[] = [
  {
    id: "name",
    head: "Name",
    narrow: "first",
    cell: ({ id, name }) => <OpenLink id={id}>{name || "unnamed"}</OpenLink>,
  },
  {
    id: "account",
    head: "Account",
    narrow: "second",
    cell: ({ account }) => <ForeignText>{account.email}</ForeignText>,
  },
  { id: "channel", head: "Channel", narrow: "second", cell: ({ channel }) => channelNames[channel] ?? channel },
  { id: "list", head: "List", cell: ({ list }) => listNames[list] },
  { id: "state", head: "State", narrow: "second", cell: (row) => <StateOf subscription={row} /> },
  { id: "waiting", head: "Waiting events", number: true, cell: ({ waitingEvents }) => count(waitingEvents) },
  { id: "last", head: "Last delivery", cell: (row) => <LastDelivery of={row} /> },
];
