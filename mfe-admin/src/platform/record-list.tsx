import { Table, type TableProps } from '@ve/ui/table/table';
import { Heading, Text } from '@ve/ui/text/text';
import type { ComponentProps } from 'react';
import { ListPagination, useListPosition } from './list-pagination.tsx';
import { ListState } from './list-state.tsx';

type Page<Row> = ComponentProps<typeof ListPagination>['shown'] & { rows: Row[] };

interface RecordListProps<Row> extends Omit<TableProps<Row>, 'label' | 'rows'> {
  query: ComponentProps<typeof ListState<Page<Row>>>['query'] & { refetch: () => unknown };
  /** The text of a failure's toast; null for a failure without one. */
  toast?: (error: unknown) => string | null;
  words: {
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
export function RecordList<Row>({ query, toast = () => null, words, ...table }: RecordListProps<Row>) {
  const { page } = useListPosition();
  return (
    <ListState query={query} retry={() => void query.refetch()} words={words} toast={toast}>
      {(shown) =>
        shown.rows.length === 0 && shown.total === 0 ? (
          <div role="status">
            <Heading level={2} size="s">
              {words.emptyTitle}
            </Heading>
            <Text>{words.emptyText}</Text>
          </div>
        ) : (
          <>
            {shown.rows.length === 0 ? null : <Table label={words.title} rows={shown.rows} {...table} />}
            <ListPagination list={words.list} shown={shown} page={page} />
          </>
        )
      }
    </ListState>
  );
}
