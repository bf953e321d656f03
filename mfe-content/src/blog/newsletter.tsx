import {
  newsletterSignUpSchema,
  type NewsletterSignUp,
  requestNewsletter,
} from '@ve/contracts/http/messaging/newsletter';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Section, Stack } from '@ve/ui/layout/layout';
import { Muted } from '@ve/ui/text/text';
import { media, space } from '@ve/ui/theme/theme';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { styled } from 'styled-components';
import { emailError } from '../platform/email-error.ts';
import { messages } from './messages.en-gb.ts';

const words = messages.newsletter;
const fieldId = 'newsletter-email';

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
      <Banner tone="pass" role="status" title={words.done}>
        {words.doneBody(email)}
      </Banner>
    </div>
  );
}

const signUp = (body: NewsletterSignUp) => callApi(requestNewsletter, { body });

/** Newsletter sign-up form. The input is kept until the sign-up is accepted. */
export function Newsletter() {
  const [error, setError] = useState<string | undefined>();
  const { submission, submit: send, reset } = useSubmission(signUp);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submission.state === 'busy') return;
    const typed = new FormData(event.currentTarget).get('email');
    const parsed = newsletterSignUpSchema.safeParse({ email: typed });
    setError(parsed.success ? undefined : emailError(typeof typed === 'string' ? typed : ''));
    if (parsed.success) void send(parsed.data);
    else reset();
  };

  return (
    <Section title={words.title} lead={words.lead}>
      {submission.state === 'done' ? (
        <Done email={submission.sent.email} />
      ) : (
        <Form noValidate onSubmit={submit}>
          <ErrorSummary errors={error === undefined ? [] : [{ fieldId, message: error }]} />
          {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
          <TextField
            id={fieldId}
            name="email"
            type="email"
            autoComplete="email"
            label={words.label}
            placeholder={words.placeholder}
            error={error}
          />
          <Stack $align="start">
            <Button type="submit" busy={submission.state === 'busy'} busyLabel={words.busy}>
              {words.submit}
            </Button>
          </Stack>
          <noscript>
            <Muted>{words.noScript}</Muted>
          </noscript>
        </Form>
      )}
    </Section>
  );
}
