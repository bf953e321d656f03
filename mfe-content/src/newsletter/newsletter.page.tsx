import {
  confirmNewsletterSubscriptionEndpoint,
  type NewsletterConfirmation,
} from '@ve/contracts/http/messaging/newsletter';
import { callApi } from '@ve/mfe-kit/api';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link, useSearchParams } from '@ve/mfe-kit/router';
import { useIsHydrated } from '@ve/mfe-kit/use-is-hydrated';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button, ButtonLink } from '@ve/ui/button/button';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { PageIntro } from '../platform/page-intro.tsx';
import { messages } from './messages.en-gb.ts';

type Outcome = NewsletterConfirmation['outcome'];

/** Replaces the button, and takes its focus. */
function Result({ outcome }: { outcome: Outcome }) {
  const { tone, title, body } = messages.outcomes[outcome];
  return (
    <Stack $gap={24}>
      <FocusedResult>
        <Banner tone={tone} role="status" title={title}>
          {body}
        </Banner>
      </FocusedResult>
      <Row $gap={16}>
        <ButtonLink as={Link} to="/blog" $variant="secondary">
          {messages.toBlog}
        </ButtonLink>
        {tone === 'warn' ? (
          <ButtonLink as={Link} to="/contact?type=general" $variant="quiet">
            {messages.toContact}
          </ButtonLink>
        ) : null}
      </Row>
    </Stack>
  );
}

const confirm = (token: string) => callApi(confirmNewsletterSubscriptionEndpoint, { body: { token } });

/**
 * `/newsletter/confirm?token=`: the second step of subscribing. Opening it has no effect, because mail scanners
 * prefetch every link: only the button redeems it.
 */
export function NewsletterConfirmPage() {
  const labels = messages.confirm;
  const [search] = useSearchParams();
  const token = useIsHydrated() ? (search.get('token') ?? '') : null;
  const { submission, submit } = useFormSubmission(confirm);
  const asks = submission.state !== 'done' && token !== '';

  const content = () => {
    if (submission.state === 'done') return <Result outcome={submission.answer.outcome} />;
    if (token === '') {
      return (
        <Stack $gap={24} $align="start">
          <Banner tone="warn" title={messages.noToken.title}>
            {messages.noToken.body}
          </Banner>
          <ButtonLink as={Link} to="/contact?type=general" $variant="secondary">
            {messages.toContact}
          </ButtonLink>
        </Stack>
      );
    }
    return (
      <Stack $gap={24} $align="start">
        <SubmissionFailure title={labels.failed} submission={submission} />
        <Button
          busy={submission.state === 'busy'}
          busyLabel={labels.busy}
          onClick={() => {
            if (token !== null) void submit(token);
          }}
        >
          {labels.action}
        </Button>
      </Stack>
    );
  };

  return (
    <Page width="step">
      <PageTitle title={labels.title} />
      <PageIntro title={labels.title} {...(asks ? { lead: labels.lead } : {})} />
      {content()}
    </Page>
  );
}
