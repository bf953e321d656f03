import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { Table, type TableProps } from '@ve/ui/table/table';

interface FoldedTableProps<Row> extends TableProps<Row> {
  /** Whether there is nothing to be seen about a row. */
  isQuiet: (row: Row) => boolean;
  /** The title over those. */
  quiet: (count: number) => string;
}

/** A table whose rows that are as they should be are folded away, so that at night a phone shows the others. */
export function FoldedTable<Row>({ rows, isQuiet, quiet, label, ...table }: FoldedTableProps<Row>) {
  const hidden = rows.filter((row) => isQuiet(row));
  const title = quiet(hidden.length);
  return (
    <>
      {hidden.length === rows.length ? null : (
        <Table label={label} rows={rows.filter((row) => !isQuiet(row))} {...table} />
      )}
      {hidden.length === 0 ? null : (
        <Disclosure title={title} name={label}>
          <Table label={title} rows={hidden} {...table} />
        </Disclosure>
      )}
    </>
  );
}
