import { useLoaderData } from "@remix-run/react";
import { type Column, Table } from "../../../../../../app/ui/table";

type Row = { id: string; name: string; username: string; type: string; groups: string };

/** As many rows as a list page shows, with cells of the same lengths. */
const rows: Row[] = Array.from({ length: 10 }, (_, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  name: "Elsa Lindqvist Andersson",
  username: `u8c1d3f2${index}`,
  type: "Pupil",
  groups: "4A, 4B",
}));

const columns: Column<Row>[] = [
  { id: "name", header: "Name", sortHref: "/?sortBy=name", cell: (row) => row.name },
  { id: "username", header: "Username", sortHref: "/?sortBy=username", from: "sm", cell: (row) => row.username },
  { id: "type", header: "Type", from: "md", cell: (row) => row.type },
  { id: "groups", header: "Groups", cell: (row) => row.groups },
];

export async function loader() {
  return { rows };
}

/** The rows are selectable, like a list's. */
const selection = { name: "id", value: (row: Row) => row.id, label: (row: Row) => row.name };

export default function People() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <Table
      caption="People"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => `/users/${row.id}`}
      selection={selection}
    />
  );
}
