import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link } from '@ve/mfe-kit/router';
import { useRefreshSession, useSession, type SessionUser } from '@ve/mfe-kit/session';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { StatusBadge } from '@ve/ui/status/status';
import { Heading, Lead, Text } from '@ve/ui/text/text';
import { messages } from './messages.en-gb.ts';

function Denied() {
  return (
    <Stack $align="start">
      <Heading level={1}>{messages.deniedTitle}</Heading>
      <Text>{messages.deniedText}</Text>
      <ButtonLink as={Link} to="/admin/signin">
        {messages.goToSignIn}
      </ButtonLink>
    </Stack>
  );
}

function Granted({ user }: { user: SessionUser }) {
  return (
    <Stack $gap={24}>
      <Heading level={1}>{messages.title}</Heading>
      <Row>
        <StatusBadge tone="info">{user.email}</StatusBadge>
        <span title={messages.byRoleTitle}>
          <StatusBadge tone="info">{messages.byRole}</StatusBadge>
        </span>
        {user.roles.map((role) => (
          <StatusBadge key={role} tone={role === 'admin' ? 'fail' : 'info'}>
            {role}
          </StatusBadge>
        ))}
      </Row>
      <Text>{messages.open}</Text>
    </Stack>
  );
}

/** `/admin`: only for the admin role, as read from the server's session; nothing in the browser can grant it. */
export function DashboardPage() {
  const session = useSession();
  const refreshSession = useRefreshSession();
  return (
    <Page>
      <PageTitle title={messages.title} />
      {session.status === 'loading' ? <Lead role="status">{messages.checking}</Lead> : null}
      {session.status === 'error' ? (
        <Stack $align="start">
          <Heading level={1}>{messages.failedTitle}</Heading>
          <Text>{messages.failedText}</Text>
          <Button onClick={refreshSession}>{messages.again}</Button>
        </Stack>
      ) : null}
      {session.status === 'ready' ? (
        session.user?.roles.includes('admin') ? (
          <Granted user={session.user} />
        ) : (
          <Denied />
        )
      ) : null}
    </Page>
  );
}
