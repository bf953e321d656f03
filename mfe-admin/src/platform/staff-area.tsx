import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, NavLink, useLocation, useNavigate } from '@ve/mfe-kit/router';
import { type SessionUser, useRefreshSession, useSession } from '@ve/mfe-kit/session';
import { useSignOut } from '@ve/mfe-kit/sign-out';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { Spinner } from '@ve/ui/spinner/spinner';
import { StatusBadge } from '@ve/ui/status/status';
import { scrollShadow, scrollIntoCenter } from '@ve/ui/tabs/scroll-shadow';
import { Heading, LeadText, Text } from '@ve/ui/text/text';
import { colour, fontSize, media, space, target } from '@ve/ui/theme/theme';
import { Toast } from '@ve/ui/toast/toast';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { staffAreaPages } from './staff-pages.ts';
import { messages } from './messages.en-gb.ts';
import { RoleBadge } from './role-badge.tsx';

/**
 * Denser than the customers' pages. On a phone, whose first screen is for the page's own content, the badges are at the
 * end.
 */
const Dense = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[16]};
  font-size: ${fontSize[14]};
  line-height: 1.5;
  & > h1 {
    flex: 1 1 8rem;
    min-width: 0;
  }
  & > [data-badges] {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  ${media.phone} {
    & > [data-badges] {
      order: 1;
      flex: 1 0 100%;
      padding-top: ${space[16]};
      border-top: 1px solid ${colour('line')};
    }
  }
`;

const Content = styled(Stack)`
  flex: 1 0 100%;
  min-width: 0;
  max-width: 100%;
`;

const Areas = styled.nav`
  display: flex;
  gap: ${space[4]};
  overflow-x: auto;
  margin-inline: -${space[8]};
  background: ${scrollShadow};
  scrollbar-width: none;
  a {
    display: flex;
    flex: none;
    align-items: center;
    min-height: ${target};
    padding-inline: ${space[8]};
    color: ${colour('muted')};
    font-weight: 600;
    text-decoration: none;
  }
  a:hover {
    color: ${colour('text')};
    text-decoration: underline;
  }
  a[aria-current='page'] {
    color: ${colour('text')};
    box-shadow: inset 0 -3px ${colour('brand')};
  }
  ${media.print} {
    display: none;
  }
`;

/** The links to the pages of the staff area, with the current one in view. */
function Navigation() {
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current="page"]');
    if (row.current && current) scrollIntoCenter(row.current, current);
  }, [pathname]);
  return (
    <Areas ref={row} aria-label={messages.areas}>
      {staffAreaPages.map(({ path, label }) => (
        <NavLink key={path} to={path} end={path === '/admin'}>
          {label}
        </NavLink>
      ))}
    </Areas>
  );
}

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

function NotChecked({ again }: { again: () => void }) {
  return (
    <Stack $align="start">
      <Heading level={1}>{messages.failedTitle}</Heading>
      <Text>{messages.failedText}</Text>
      <Button onClick={again}>{messages.again}</Button>
    </Stack>
  );
}

function SignOutButton() {
  const navigate = useNavigate();
  const { here } = useSignOut();
  const { submission, submit, reset } = useFormSubmission(async () => {
    await here();
    void navigate('/admin/signin', { replace: true });
  });
  return (
    <>
      <Button
        variant="secondary"
        busy={submission.state === 'busy'}
        busyLabel={messages.signingOut}
        onClick={() => void submit(undefined)}
      >
        {messages.signOut}
      </Button>
      {submission.state === 'failed' ? (
        <Toast tone="fail" role="alert" title={messages.signOutFailedTitle} onClose={reset}>
          {messages.signOutFailed}
        </Toast>
      ) : null}
    </>
  );
}

function Badges({ user, staff }: { user: SessionUser | null; staff: 'role' | 'local' }) {
  const local = staff === 'local';
  return (
    <Row data-badges="">
      <StatusBadge tone="info">{user?.email ?? (local ? messages.local : messages.unknown)}</StatusBadge>
      <span title={local ? messages.localTitle : messages.byRoleTitle}>
        <StatusBadge tone="info">{local ? messages.local : messages.byRole}</StatusBadge>
      </span>
      {user?.roles.map((role) => (
        <RoleBadge key={role} role={role} />
      ))}
    </Row>
  );
}

/** The history's state of a navigation from the sign-in, for the next page. */
export const justSignedInState = { signedIn: true } as const;

function Welcome() {
  const { state } = useLocation() as { state: unknown };
  const [isShown, setShown] = useState(state !== null && typeof state === 'object' && 'signedIn' in state);
  if (!isShown) return null;
  return (
    <Toast tone="pass" role="status" title={messages.signedInTitle} onClose={() => setShown(false)}>
      {messages.signedIn}
    </Toast>
  );
}

interface StaffAreaProps {
  title: string;
  children: ReactNode;
}

/**
 * The frame of every page of the staff area, only for an admin whose session has staff rights, as reported by the
 * service. Nothing in the browser can grant them, and the service checks every call again.
 */
export function StaffArea({ title, children }: StaffAreaProps) {
  const session = useSession();
  const refreshSession = useRefreshSession();
  if (session.status !== 'ready') {
    return (
      <Page>
        <PageTitle title={title} />
        {session.status === 'loading' ? (
          <LeadText role="status">
            <Spinner />
            {messages.checking}
          </LeadText>
        ) : (
          <NotChecked again={refreshSession} />
        )}
      </Page>
    );
  }
  const { user, staff } = session;
  const admitted = staff === 'local' || (staff === 'role' && user?.roles.includes('admin') === true);
  return (
    <Page>
      <PageTitle title={title} />
      {admitted ? (
        <Dense>
          <Heading level={1} size="l">
            {title}
          </Heading>
          <Badges user={user} staff={staff} />
          <SignOutButton />
          <Content $gap={16}>
            <Navigation />
            {children}
          </Content>
          <Welcome />
        </Dense>
      ) : (
        <Denied />
      )}
    </Page>
  );
}
