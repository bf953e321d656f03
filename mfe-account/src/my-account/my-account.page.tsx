import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link } from '@ve/mfe-kit/router';
import { useRefreshSession, useSession } from '@ve/mfe-kit/session';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, Lead, Text } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

/** `/my-account`: who is signed in. */
export function MyAccountPage() {
  const session = useSession();
  const refreshSession = useRefreshSession();
  return (
    <Page width="reading">
      <PageTitle title={messages.title} />
      <Stack $gap={24}>
        <Heading level={1}>{messages.title}</Heading>
        {session.status === 'loading' ? (
          <Loading label={messages.reading}>
            <Skeleton $width="60%" $height="1.5rem" />
          </Loading>
        ) : null}
        {session.status === 'error' ? (
          <Stack $align="start">
            <Heading level={2}>{messages.failedTitle}</Heading>
            <Text>{messages.failedText}</Text>
            <Button onClick={refreshSession}>{messages.again}</Button>
          </Stack>
        ) : null}
        {session.user ? <Lead>{messages.signedInAs(session.user.email)}</Lead> : null}
        {session.status === 'ready' && !session.user ? (
          <Stack $align="start">
            <Heading level={2}>{messages.visitorTitle}</Heading>
            <Text>{messages.visitorText}</Text>
            <Row>
              <ButtonLink as={Link} to="/">
                {messages.check}
              </ButtonLink>
              <ButtonLink as={Link} to="/signin" $variant="secondary">
                {messages.signIn}
              </ButtonLink>
            </Row>
          </Stack>
        ) : null}
      </Stack>
    </Page>
  );
}
