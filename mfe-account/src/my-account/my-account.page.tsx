import { signOut } from '@ve/contracts/http/auth';
import { callApi } from '@ve/mfe-kit/api';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { useNavigate } from '@ve/mfe-kit/router';
import { type SessionUser, useRefreshSession } from '@ve/mfe-kit/session';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Button } from '@ve/ui/button/button';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { Heading, Lead } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { Toast } from '@ve/ui/toast/toast';
import { styled } from 'styled-components';
import { CarPanel } from '../platform/car-panel.tsx';
import { messages as shared } from '../platform/messages.en-gb.ts';
import { SignedIn } from '../platform/signed-in.tsx';
import { PaymentList } from './lists/payment-list.tsx';
import { ReportList } from './lists/report-list.tsx';
import { SessionList } from './lists/session-list.tsx';
import { messages } from './messages.en-gb.ts';
import { PlanPanel } from './plan/plan-panel.tsx';

const Panels = styled.div`
  display: grid;
  align-items: start;
  gap: ${space[24]};
  ${media.wide} {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  }
`;

function SignOutButton({ onSignedOut }: { onSignedOut: () => void }) {
  const words = messages.signOut;
  const { submission, submit, reset } = useSubmission(async () => {
    await callApi(signOut);
    onSignedOut();
  });
  return (
    <>
      <Button
        variant="secondary"
        busy={submission.state === 'busy'}
        busyLabel={words.busy}
        onClick={() => void submit(undefined)}
      >
        {words.action}
      </Button>
      {submission.state === 'failed' ? (
        <Toast tone="fail" role="alert" title={words.failedTitle} onClose={reset}>
          {words.failedText}
        </Toast>
      ) : null}
    </>
  );
}

function Account({ user }: { user: SessionUser }) {
  const navigate = useNavigate();
  const refreshSession = useRefreshSession();
  const leave = () => {
    refreshSession();
    void navigate('/');
  };
  return (
    <Stack $gap={48}>
      <Stack $gap={24}>
        <Row $justify="between">
          <Lead>{shared.signedInAs(user.email)}</Lead>
          <SignOutButton onSignedOut={leave} />
        </Row>
        <Panels>
          <PlanPanel />
          <CarPanel userId={user.id} />
        </Panels>
      </Stack>
      <div>
        <ReportList userId={user.id} />
        <PaymentList userId={user.id} />
        <SessionList userId={user.id} onSignedOut={leave} />
      </div>
    </Stack>
  );
}

/** `/my-account`: what a customer has, what it costs next and when, and how to leave. */
export function MyAccountPage() {
  return (
    <Page>
      <PageTitle title={messages.title} />
      <Stack $gap={16}>
        <Heading level={1}>{messages.title}</Heading>
        <SignedIn>{(user) => <Account user={user} />}</SignedIn>
      </Stack>
    </Page>
  );
}
