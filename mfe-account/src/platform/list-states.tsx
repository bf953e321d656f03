import { rateLimitMessage } from '@ve/mfe-kit/rate-limit';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { colour, space } from '@ve/ui/theme/theme';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

export const ListRows = styled.ul.attrs({ className: 'rows', role: 'list' })`
  display: grid;
  margin: 0;
  border-top: 1px solid ${colour('line')};
  & > li {
    padding-block: ${space[12]};
    border-bottom: 1px solid ${colour('line')};
  }
`;

const Reserved = styled(Stack)<{ $height: string }>`
  min-height: ${({ $height }) => $height};
`;

interface ListProps<T> {
  query: { data: T | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  labels: { failedTitle: string; failedText: string; again: string; loading: string };
  /** The usual height of the content, reserved while it loads: a CSS length. */
  height?: string;
  children: (data: T) => ReactNode;
}

const unexpected = { title: 'Error', text: 'An unexpected error occurred. Please try again.' };

/** A list, or a message while it loads or when it could not be read, with a retry. */
export function LoadedList<T>({
  query: { data, error, isFetching, refetch },
  labels,
  height = 'auto',
  children,
}: ListProps<T>) {
  if (data !== undefined) return children(data);
  if (error === null) {
    return (
      <LoadingSkeleton label={labels.loading}>
        <Reserved $gap={12} $height={height}>
          <Skeleton $height="2.75rem" />
          <Skeleton $height="2.75rem" />
        </Reserved>
      </LoadingSkeleton>
    );
  }
  // Anything but a failed call is a fault of this page (specification section 8).
  const isCall = error instanceof Error && error.name === 'ApiError';
  return (
    <Banner
      tone="warn"
      role="alert"
      title={isCall ? labels.failedTitle : unexpected.title}
      actions={
        <Button variant="secondary" busy={isFetching} busyLabel={labels.loading} onClick={() => void refetch()}>
          {labels.again}
        </Button>
      }
    >
      {isCall ? (rateLimitMessage(error) ?? labels.failedText) : unexpected.text}
    </Banner>
  );
}
