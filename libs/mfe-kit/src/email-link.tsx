import { useQuery } from '@tanstack/react-query';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { useSearchParams } from '@ve/mfe-kit/router';
import { Button } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading } from '@ve/ui/text/text';
import type { ReactNode } from 'react';

/** The contract accepts no longer token. */
const maxTokenLength = 200;

const messages = {
  reading: 'Checking the link',
  failed: 'We couldn’t read the link',
  again: 'Try again',
} as const;

interface LinkProps<A> {
  /** The subject of the link, part of the cache key together with the token. */
  subject: string;
  /** Reads the link. Must change nothing, because mail scanners open links. */
  read: (request: { body: { token: string }; signal: AbortSignal }) => Promise<A>;
  /** The content that the link opens. */
  children: (answer: A, token: string) => ReactNode;
}

function Read<A>({ subject, token, read, children }: LinkProps<A> & { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [subject, token],
    queryFn: ({ signal }) => read({ body: { token }, signal }),
    // The content must not change under a button; it is read again when the link is opened again.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data !== undefined) return children(data, token);
  if (error !== null) {
    return (
      <Stack $gap={16} $align="start">
        <FormFailure title={messages.failed} error={error} />
        <Button onClick={() => void refetch()}>{messages.again}</Button>
      </Stack>
    );
  }
  return (
    <LoadingSkeleton label={messages.reading}>
      <Skeleton $width="60%" $height="1.5rem" />
    </LoadingSkeleton>
  );
}

interface EmailLinkPageProps<A> extends LinkProps<A> {
  title: string;
  /** Shown for a link with a missing or invalid token. */
  broken: ReactNode;
}

/** The page behind the link of a mail, `?token=`: reads the link once, with a retry after a failure. */
export function EmailLinkPage<A>({ title, broken, ...link }: EmailLinkPageProps<A>) {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  return (
    <Page width="step">
      <PageTitle title={title} />
      <Stack $gap={24}>
        <Heading level={1}>{title}</Heading>
        {token === '' || token.length > maxTokenLength ? broken : <Read key={token} token={token} {...link} />}
      </Stack>
    </Page>
  );
}
