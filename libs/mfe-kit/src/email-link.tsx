import { useQuery } from '@tanstack/react-query';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { useSearchParams } from '@ve/mfe-kit/router';
import { Button } from '@ve/ui/button/button';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading } from '@ve/ui/text/text';
import type { ReactNode } from 'react';

/** Longer ones no contract accepts. */
const maxTokenLength = 200;

const words = {
  reading: 'Reading the link',
  failed: 'We couldn’t read the link',
  again: 'Try again',
} as const;

interface LinkProps<A> {
  /** Of what the link is; the answer is cached by it and the token. */
  subject: string;
  /** Reads the link, which must change nothing: mail scanners open links. */
  read: (request: { body: { token: string }; signal: AbortSignal }) => Promise<A>;
  /** What the link opens. */
  children: (answer: A, token: string) => ReactNode;
}

function Read<A>({ subject, token, read, children }: LinkProps<A> & { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [subject, token],
    queryFn: ({ signal }) => read({ body: { token }, signal }),
    // What is shown must not change under a button, and is read again when the link is opened again.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data !== undefined) return children(data, token);
  if (error !== null) {
    return (
      <Stack $gap={16} $align="start">
        <FormFailure title={words.failed} error={error} />
        <Button onClick={() => void refetch()}>{words.again}</Button>
      </Stack>
    );
  }
  return (
    <Loading label={words.reading}>
      <Skeleton $width="60%" $height="1.5rem" />
    </Loading>
  );
}

interface EmailLinkPageProps<A> extends LinkProps<A> {
  title: string;
  /** For a link whose token is missing, or none of ours. */
  broken: ReactNode;
}

/** The page behind a link of a mail, `?token=`: reads what the link is of, once, and with another attempt if that failed. */
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
