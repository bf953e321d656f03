import { MemberNavigation } from '@ve/mfe-kit/member-navigation';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, useNavigate } from '@ve/mfe-kit/router';
import type { SessionUser } from '@ve/mfe-kit/session';
import { useSignOut } from '@ve/mfe-kit/sign-out';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { Heading, LeadText } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { Toast } from '@ve/ui/toast/toast';
import { useState } from 'react';
import { styled } from 'styled-components';
import { OwnCarPanel } from '../platform/car-panel.tsx';
import { messages as shared } from '../platform/messages.en-gb.ts';
import { RequireSignedIn } from '../platform/require-signed-in.tsx';
import { LazyPaymentsAndSessions } from './lists/account-lists.tsx';
import { ReportList } from './lists/report-list.tsx';
import { messages } from './messages.en-gb.ts';
import { PlanPanel } from './plan/plan-panel.tsx';

/** Signs out and goes to the landing page (specification section 2). @throws when it failed */
type Leave = (signOut: () => Promise<void>) => Promise<void>;

/** An address has no spaces. */
const SignedInAs = styled(LeadText)`
  overflow-wrap: anywhere;
`;

const Panels = styled.div`
  display: grid;
  align-items: start;
  gap: ${space[24]};
  ${media.wide} {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  }
`;

function SignOutButton({ leave }: { leave: Leave }) {
  const labels = messages.signOut;
  const { here } = useSignOut();
  const { submission, submit, reset } = useFormSubmission(() => leave(here));
  return (
    <>
      <Button
        variant="secondary"
        busy={submission.state === 'busy'}
        busyLabel={labels.busy}
        onClick={() => void submit(undefined)}
      >
        {labels.action}
      </Button>
      {submission.state === 'failed' ? (
        <Toast tone="fail" role="alert" title={labels.failedTitle} onClose={reset}>
          {labels.failedText}
        </Toast>
      ) : null}
    </>
  );
}

function Account({ user, leave }: { user: SessionUser; leave: Leave }) {
  return (
    <Stack $gap={48}>
      <Stack $gap={24}>
        <Row $justify="between">
          <SignedInAs>{shared.signedInAs(user.email)}</SignedInAs>
          <Row>
            <ButtonLink as={Link} to="/your-data" $variant="secondary">
              {messages.yourData}
            </ButtonLink>
            <SignOutButton leave={leave} />
          </Row>
        </Row>
        <Panels>
          <PlanPanel />
          <OwnCarPanel userId={user.id} />
        </Panels>
      </Stack>
      <div>
        <ReportList userId={user.id} />
        <LazyPaymentsAndSessions userId={user.id} leave={leave} />
      </div>
    </Stack>
  );
}

/** `/my-account`: the customer's membership, its next charge, and how to cancel. */
export function MyAccountPage() {
  const navigate = useNavigate();
  const [isSigningOut, setSigningOut] = useState(false);
  const leave: Leave = async (signOut) => {
    setSigningOut(true);
    try {
      await signOut();
      void navigate('/', { replace: true });
    } catch (error) {
      setSigningOut(false);
      throw error;
    }
  };
  return (
    <Page>
      <PageTitle title={messages.title} />
      <Stack $gap={16}>
        <MemberNavigation />
        <Heading level={1}>{messages.title}</Heading>
        <RequireSignedIn others={isSigningOut ? '/' : '/signin'}>
          {(user) => <Account user={user} leave={leave} />}
        </RequireSignedIn>
      </Stack>
    </Page>
  );
}
