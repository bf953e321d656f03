import { Table, type TableProps } from '@ve/ui/table/table';
import type { ComponentProps } from 'react';
import { EmptyList } from './empty-list.tsx';
import { ListPagination, useListPosition } from './list-pagination.tsx';
import { LoadedList } from './loaded-list.tsx';

type Page<Row> = ComponentProps<typeof ListPagination>['shown'] & { rows: Row[] };

interface RecordListProps<Row> extends Omit<TableProps<Row>, 'label' | 'rows'> {
  query: ComponentProps<typeof LoadedList<Page<Row>>>['query'] & { refetch: () => unknown };
  /** The text of a failure's toast; null for a failure without one. */
  toast?: (error: unknown) => string | null;
  labels: {
    /** The title of the table: `Audit log`. */
    title: string;
    /** The title within a sentence. */
    list: string;
    loading: string;
    failedTitle: string;
    emptyTitle: string;
    emptyText: string;
  };
}

/** A page of a list of records with links to other pages, or a message that it is empty or could not be read. */
export function PaginatedTable<Row>({ query, toast = () => null, labels, ...table }: RecordListProps<Row>) {
  const { page } = useListPosition();
  return (
    <LoadedList query={query} retry={() => void query.refetch()} labels={labels} toast={toast}>
      {(shown) =>
        shown.rows.length === 0 && shown.total === 0 ? (
          <EmptyList labels={labels} />
        ) : (
          <>
            {shown.rows.length === 0 ? null : <Table label={labels.title} rows={shown.rows} {...table} />}
            <ListPagination list={labels.list} shown={shown} page={page} />
          </>
        )
      }
    </LoadedList>
  );
}
