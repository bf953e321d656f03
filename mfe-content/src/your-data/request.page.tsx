import { type DataRequestForm, dataRequestSchema, requestPersonalData } from '@ve/contracts/http/privacy/data-requests';
import { callApi } from '@ve/mfe-kit/api';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link } from '@ve/mfe-kit/router';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { Muted } from '@ve/ui/text/text';
import { useState, type FormEvent } from 'react';
import { emailError } from '../platform/email-error.ts';
import { PageIntro } from '../platform/page-intro.tsx';
import { messages } from './messages.en-gb.ts';

const words = messages.request;
const fieldId = 'data-request-email';

const request = (body: DataRequestForm) => callApi(requestPersonalData, { body });

/** The same result for a known and an unknown address. */
const Done = ({ email }: { email: string }) => (
  <FocusedResult>
    <Banner tone="info" role="status" title={words.doneTitle}>
      {words.done(email)}
    </Banner>
  </FocusedResult>
);

/** `/your-data/request`: mails a link to the data stored for an address without an account. */
export function DataRequestPage() {
  const [error, setError] = useState<string | undefined>();
  const { submission, submit: send, reset } = useSubmission(request);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submission.state === 'busy') return;
    const typed = new FormData(event.currentTarget).get('email');
    const parsed = dataRequestSchema.safeParse({ email: typed });
    setError(parsed.success ? undefined : emailError(typeof typed === 'string' ? typed : ''));
    if (parsed.success) void send(parsed.data);
    else reset();
  };

  return (
    <Page width="step">
      <PageTitle title={words.title} />
      <PageIntro title={words.title} lead={words.lead} />
      <Stack $gap={24}>
        {submission.state === 'done' ? (
          <Done email={submission.sent.email} />
        ) : (
          <form noValidate onSubmit={submit}>
            <Stack $gap={24}>
              <ErrorSummary errors={error === undefined ? [] : [{ fieldId, message: error }]} />
              {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
              <TextField
                id={fieldId}
                name="email"
                type="email"
                autoComplete="email"
                label={words.label}
                hint={words.hint}
                error={error}
              />
              <Row>
                <Button type="submit" busy={submission.state === 'busy'} busyLabel={words.busy}>
                  {words.action}
                </Button>
              </Row>
            </Stack>
          </form>
        )}
        <Muted>
          {words.account}{' '}
          <TextLink as={Link} to="/your-data">
            {words.accountLink}
          </TextLink>
        </Muted>
      </Stack>
    </Page>
  );
}
