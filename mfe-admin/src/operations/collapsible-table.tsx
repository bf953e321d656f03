import { Disclosure } from '@ve/ui/disclosure/disclosure';
import { Table, type TableProps } from '@ve/ui/table/table';

interface CollapsibleTableProps<Row> extends TableProps<Row> {
  /** Whether a row needs no attention. */
  isUneventful: (row: Row) => boolean;
  /** The title over these rows. */
  quiet: (count: number) => string;
}

/** A table that folds away rows that need no attention, so that a phone shows the others first. */
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
