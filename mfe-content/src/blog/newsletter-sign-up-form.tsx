import { newsletterSignUpSchema, requestNewsletterSubscriptionEndpoint } from '@ve/contracts/http/messaging/newsletter';
import { callApi } from '@ve/mfe-kit/api';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { createFormReaderByContract, useTypedForm } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Section, Stack } from '@ve/ui/layout/layout';
import { MutedText } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { emailErrorMessage } from '@ve/domain/kernel/email/email-error-message';
import { messages } from './messages.en-gb.ts';

const labels = messages.newsletter;

const read = createFormReaderByContract(newsletterSignUpSchema, (_: string, typed: string) => emailErrorMessage(typed));

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
  max-width: 32rem;
  ${media.print} {
    display: none;
  }
`;

function Done({ email }: { email: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1}>
      <Banner tone="pass" role="status" title={labels.done}>
        {labels.doneBody(email)}
      </Banner>
    </div>
  );
}

/** Newsletter sign-up form. The input is kept until the sign-up is accepted. */
export function NewsletterSignUpForm() {
  const { submission, busy, onSubmit, field, summary } = useTypedForm({
    id: 'newsletter',
    names: ['email'],
    read,
    send: (body) => callApi(requestNewsletterSubscriptionEndpoint, { body }),
  });
  return (
    <Section title={labels.title} lead={labels.lead}>
      {submission.state === 'done' ? (
        <Done email={submission.sent.email} />
      ) : (
        <Form noValidate onSubmit={onSubmit}>
          <ErrorSummary {...summary} />
          <SubmissionFailure title={labels.failed} submission={submission} />
          <TextField
            {...field('email')}
            type="email"
            autoComplete="email"
            label={labels.label}
            placeholder={labels.placeholder}
          />
          <Stack $align="start">
            <Button type="submit" busy={busy} busyLabel={labels.busy}>
              {labels.submit}
            </Button>
          </Stack>
          <noscript>
            <MutedText>{labels.noScript}</MutedText>
          </noscript>
        </Form>
      )}
    </Section>
  );
}
