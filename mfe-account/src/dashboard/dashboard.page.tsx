import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, Navigate } from '@ve/mfe-kit/router';
import { useRefreshSession, useSession } from '@ve/mfe-kit/session';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Page, Section, Stack } from '@ve/ui/layout/layout';
import { Loading, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, Lead, Text } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

function Content() {
  const session = useSession();
  const refreshSession = useRefreshSession();
  if (session.status === 'loading') {
    return (
      <Loading label={messages.reading}>
        <Skeleton $width="60%" $height="1.5rem" />
      </Loading>
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
  if (session.user === null) return <Navigate to="/signin" replace />;
  return (
    <Stack $gap={32} $align="start">
      <Lead>{messages.signedInAs(session.user.email)}</Lead>
      <Section title={messages.vehicleTitle}>
        <Text>{messages.vehicleText}</Text>
      </Section>
      <ButtonLink as={Link} to="/my-account" $variant="secondary">
        {messages.account}
      </ButtonLink>
    </Stack>
  );
}

/** `/dashboard`: a customer's vehicle, still empty. A visitor is redirected to the sign-in. */
export function DashboardPage() {
  return (
    <Page width="reading">
      <PageTitle title={messages.title} />
      <Stack $gap={24}>
        <Heading level={1}>{messages.title}</Heading>
        <Content />
      </Stack>
    </Page>
  );
}
