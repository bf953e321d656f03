import { Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Toast } from '@ve/ui/toast/toast';
import { type ReactNode, useState } from 'react';
import { apiProblemTitleOf } from './api-problem.ts';
import { messages } from './messages.en-gb.ts';
import { ReadFailureBanner } from './read-failure-banner.tsx';
import { useLastDefinedValue } from './use-last-defined-value.ts';

interface ListQuery<T> {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  /** The time of the last failure: each failure shows a new toast. */
  errorUpdatedAt: number;
}

interface ListStateProps<T> {
  query: ListQuery<T>;
  retry: () => void;
  labels: { loading: string; failedTitle: string };
  /**
   * The usual height of a row, so that what follows the list stays in place when it is loaded; by default a table's.
   */
  rowHeight?: string;
  /** The text of the toast; null for a failure without one. */
  toast: (error: unknown) => string | null;
  children: (data: T) => ReactNode;
}

/** A list when it is loaded, also while a refetch fails: then below a banner with Retry and a toast. Never blank. */
export function LoadedList<T>(props: ListStateProps<T>) {
  const { query, retry, labels, rowHeight = '2.75rem', toast, children } = props;
  const { error, isFetching, errorUpdatedAt } = query;
  const data = useLastDefinedValue(query.data);
  const [closedAt, setClosedAt] = useState(0);
  const text = error === null || closedAt === errorUpdatedAt ? null : toast(error);
  return (
    <Stack $gap={16}>
      {error === null ? null : (
        <ReadFailureBanner title={labels.failedTitle} busy={isFetching} again={retry}>
          {apiProblemTitleOf(error)}
        </ReadFailureBanner>
      )}
      {text === null ? null : (
        <Toast
          key={errorUpdatedAt}
          tone="fail"
          role="alert"
          title={messages.error}
          onClose={() => setClosedAt(errorUpdatedAt)}
        >
          {text}
        </Toast>
      )}
      {data !== undefined ? children(data) : null}
      {data === undefined && error === null ? (
        <LoadingSkeleton label={labels.loading}>
          <Stack $gap={8}>
            {Array.from({ length: 5 }, (_, index) => (
              <Skeleton key={index} $height={rowHeight} />
            ))}
          </Stack>
        </LoadingSkeleton>
      ) : null}
    </Stack>
  );
}
