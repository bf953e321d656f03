import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { Table, type TableProps } from '@ve/ui/table/table';

interface CollapsibleTableProps<Row> extends TableProps<Row> {
  /** Whether there is nothing to be seen about a row. */
  isUneventful: (row: Row) => boolean;
  /** The title over those. */
  quiet: (count: number) => string;
}

/** A table whose rows that are as they should be are folded away, so that at night a phone shows the others. */
export function CollapsibleTable<Row>({ rows, isUneventful, quiet, label, ...table }: CollapsibleTableProps<Row>) {
  const hidden = rows.filter((row) => isUneventful(row));
  const title = quiet(hidden.length);
  return (
    <>
      {hidden.length === rows.length ? null : (
        <Table label={label} rows={rows.filter((row) => !isUneventful(row))} {...table} />
      )}
      {hidden.length === 0 ? null : (
        <Disclosure title={title} name={label}>
          <Table label={title} rows={hidden} {...table} />
        </Disclosure>
      )}
    </>
  );
}
