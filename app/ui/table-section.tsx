import { type ReactNode, useId } from "react";
import { Table, type TableProps } from "./table";

type TableSectionProps<Row> = Omit<TableProps<Row>, "caption"> & {
  title: string;
  /** Stands below the table. */
  children?: ReactNode;
};

/** A table under a heading of its own, which is its caption too. */
export function TableSection<Row>({ title, children, ...table }: TableSectionProps<Row>) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-22">
        {title}
      </h2>
      <Table caption={title} {...table} />
      {children}
    </section>
  );
}
