import { Navigate } from '@ve/mfe-kit/router';
import { type SessionUser, useRefreshSession, useSession } from '@ve/mfe-kit/session';
import { Button } from '@ve/ui/button/button';
import { Stack } from '@ve/ui/layout/layout';
import { Spinner } from '@ve/ui/spinner/spinner';
import { Heading, Text } from '@ve/ui/text/text';
import type { ReactNode } from 'react';
import { messages } from './messages.en-gb.ts';

interface SignedInProps {
  /** Where visitors are redirected; `/` for a user who has just signed out. */
  others?: '/signin' | '/';
  children: (user: SessionUser) => ReactNode;
}

/** Renders its children for a signed-in user. Redirects visitors once the session is known. */
export function RequireSignedIn({ others = '/signin', children }: SignedInProps) {
  const session = useSession();
  const refreshSession = useRefreshSession();
  if (session.status === 'loading') {
    return (
      <Text role="status" aria-busy="true">
        <Spinner />
        {messages.reading}
      </Text>
    );
  }
  if (session.status === 'error') {
    return (
      <Stack $align="start">
        <Heading level={2}>{messages.failedTitle}</Heading>
        <Text>{messages.failedText}</Text>
        <Button onClick={refreshSession}>{messages.again}</Button>
      </Stack>
    );
  }
  return session.user === null ? <Navigate to={others} replace /> : children(session.user);
}
