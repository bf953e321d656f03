import { readSignInLinkEndpoint, redeemSignInLinkEndpoint, type SignInLink } from '@ve/contracts/http/identity/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, useNavigate, useSearchParams } from '@ve/mfe-kit/router';
import { useSession, useSessionEvents } from '@ve/mfe-kit/session';
import { refetchSubscription } from '@ve/mfe-kit/subscription';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { LoadingSkeleton, Skeleton } from '@ve/ui/skeleton/skeleton';
import { Heading, LeadText, MutedText, Text } from '@ve/ui/text/text';
import Clock from 'lucide-react/icons/clock';
import Link2Off from 'lucide-react/icons/link-2-off';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import Unlink from 'lucide-react/icons/unlink';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { messages } from './messages.en-gb.ts';
import { SignInStatusIllustration } from './sign-in-status-illustration.tsx';

const labels = messages.link;

interface PartProps {
  mark: ComponentProps<typeof SignInStatusIllustration>;
  heading: string;
  children: ReactNode;
}

/** Takes the focus when it replaces another part. */
function Part({ mark, heading, children }: PartProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus();
  }, []);
  return (
    <Stack $gap={24}>
      <SignInStatusIllustration {...mark} />
      <div ref={top} tabIndex={-1}>
        <Heading level={1}>{heading}</Heading>
      </div>
      {children}
    </Stack>
  );
}

function Waiting({ label }: { label: string }) {
  return (
    <LoadingSkeleton label={label}>
      <Stack $gap={16}>
        <Skeleton $width="18rem" $height="2.25rem" />
        <Skeleton $width="100%" />
        <Skeleton $width="8rem" $height="2.75rem" />
      </Stack>
    </LoadingSkeleton>
  );
}

const marks = {
  expired: { glyph: Clock, tone: 'warn' },
  used: { glyph: Link2Off, tone: 'warn' },
  incomplete: { glyph: Unlink, tone: 'warn' },
} as const;

/** A link that cannot be used, with a button for a new one. */
function UnusableLink({ outcome }: { outcome: keyof typeof labels.outcomes }) {
  const { user } = useSession();
  const { heading, body } = labels.outcomes[outcome];
  return (
    <Part mark={marks[outcome]} heading={heading}>
      <LeadText>{body}</LeadText>
      {user ? <Text>{labels.signedIn}</Text> : null}
      <Row $gap={16}>
        {user ? (
          <ButtonLink as={Link} to="/my-account">
            {labels.account}
          </ButtonLink>
        ) : (
          <ButtonLink as={Link} to="/signin">
            {labels.again}
          </ButtonLink>
        )}
      </Row>
    </Part>
  );
}

interface ConfirmProps {
  emailHint: string;
  busy: boolean;
  onConfirm: () => void;
}

/** Confirms the sign-in in another browser than that of the request, since the visitor may be another person. */
function Confirm({ emailHint, busy, onConfirm }: ConfirmProps) {
  const { user } = useSession();
  return (
    <Part mark={{ glyph: MonitorSmartphone, tone: 'info' }} heading={labels.confirm.heading(emailHint)}>
      <LeadText>{labels.confirm.lead}</LeadText>
      {user ? <Text>{labels.confirm.replaces(user.email)}</Text> : null}
      <div>
        <Button busy={busy} busyLabel={labels.confirm.busy} onClick={onConfirm}>
          {labels.confirm.action}
        </Button>
      </div>
      <MutedText>{labels.confirm.stranger}</MutedText>
    </Part>
  );
}

interface FailedProps {
  heading: string;
  error: unknown;
  busy?: boolean;
  onAgain: () => void;
}

/** A failed request: makes no statement about the link. */
function Failed({ heading, error, busy = false, onAgain }: FailedProps) {
  return (
    <Stack $gap={24} $align="start">
      <Heading level={1}>{labels.pageTitle}</Heading>
      <FormFailure title={heading} error={error} />
      <Button busy={busy} busyLabel={labels.failed.busy} onClick={onAgain}>
        {labels.failed.action}
      </Button>
    </Stack>
  );
}

/** Redeems a link, and goes to the report that it was requested for, else to the account. */
function useRedeemLink() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { opened } = useSessionEvents();
  return useFormSubmission(async (token: string) => {
    const answer = await callApi(redeemSignInLinkEndpoint, { body: { token } });
    if (answer.outcome === 'signed-in') {
      await opened();
      refetchSubscription(client, 'sign-in');
      const { registration } = answer;
      await navigate(registration === null ? '/my-account' : `/report?reg=${registration}`, { replace: true });
    }
    return answer;
  });
}

function Redeem({ token, link }: { token: string; link: Extract<SignInLink, { outcome: 'valid' }> }) {
  const { submission, submit } = useRedeemLink();
  const begun = useRef(false);
  useEffect(() => {
    if (!link.sameBrowser || begun.current) return;
    begun.current = true;
    void submit(token);
  });

  if (submission.state === 'done') {
    const { outcome } = submission.answer;
    return outcome === 'signed-in' ? <Waiting label={labels.signingIn} /> : <UnusableLink outcome={outcome} />;
  }
  if (submission.state === 'failed') {
    return <Failed heading={labels.failed.redeem} error={submission.error} onAgain={() => void submit(token)} />;
  }
  if (link.sameBrowser) return <Waiting label={labels.signingIn} />;
  return (
    <Confirm
      emailHint={link.emailHint}
      busy={submission.state === 'busy'}
      onConfirm={() => {
        void submit(token);
      }}
    />
  );
}

function Opened({ token }: { token: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['sign-in-link', token],
    queryFn: ({ signal }) => callApi(readSignInLinkEndpoint, { body: { token }, signal }),
    // Read once: the page shows the state of the link when it was opened.
    staleTime: Infinity,
    gcTime: 0,
    retry: 1,
  });
  if (data?.outcome === 'valid') return <Redeem token={token} link={data} />;
  if (data) return <UnusableLink outcome={data.outcome} />;
  if (error === null) return <Waiting label={labels.checking} />;
  return <Failed heading={labels.failed.heading} error={error} busy={isFetching} onAgain={() => void refetch()} />;
}

/**
 * `/signin/link?token=`: the link of the sign-in mail. In the browser that requested it, it signs in automatically; in
 * another only with its button, because mail scanners open every link, and a link may have been forwarded to another
 * person.
 */
export function SignInLinkPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  return (
    <Page width="step">
      <PageTitle title={labels.pageTitle} />
      {token === '' || token.length > 200 ? (
        <UnusableLink outcome="incomplete" />
      ) : (
        <Opened key={token} token={token} />
      )}
    </Page>
  );
}
