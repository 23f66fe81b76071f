import { type ReactNode, useId } from "react";
import { Table, type TableProps } from "./table";

type TableSectionProps<Row> = Omit<TableProps<Row>, "caption"> & {
  title: string;
  /** Below the table. */
  children?: ReactNode;
};

/** A table with a visible heading, which is also its caption. */
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
