import { Row, Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading } from '@ve/ui/text/text';
import type { ReactNode } from 'react';
import { ReadFailureBanner } from '../platform/read-failure-banner.tsx';
import { messages } from './messages.en-gb.ts';

interface SectionProps<T> {
  title: string;
  query: { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  action?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A section with its own query. It keeps its data when a refetch fails, and does not affect the other sections. */
export function OperationsSection<T>({ title, query, action, children }: SectionProps<T>) {
  const { data, error, isFetching, refetch } = query;
  return (
    // No landmark of its own: the table in it is one, by the same name.
    <section>
      <Stack $gap={12}>
        <Row $justify="between">
          <Heading level={2} size="s">
            {title}
          </Heading>
          {action}
        </Row>
        {error === null ? null : (
          <ReadFailureBanner title={messages.failed(title)} busy={isFetching} again={() => void refetch()}>
            {data === undefined ? messages.failedText : messages.stale}
          </ReadFailureBanner>
        )}
        {data !== undefined ? children(data) : null}
        {data === undefined && error === null ? (
          <LoadingSkeleton label={title}>
            <Skeleton $height="8rem" />
          </LoadingSkeleton>
        ) : null}
      </Stack>
    </section>
  );
}
