import { dataRequestSchema, requestPersonalDataEndpoint } from '@ve/contracts/http/privacy/data-requests';
import { callApi } from '@ve/mfe-kit/api';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Link } from '@ve/mfe-kit/router';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { createFormReaderByContract, useTypedForm } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Page, Row, Stack } from '@ve/ui/layout/layout';
import { TextLink } from '@ve/ui/link/link-style';
import { MutedText } from '@ve/ui/text/text';
import { emailErrorMessage } from '@ve/domain/kernel/email/email-error-message';
import { PageIntro } from '../platform/page-intro.tsx';
import { messages } from './messages.en-gb.ts';

const labels = messages.request;

const read = createFormReaderByContract(dataRequestSchema, (_: string, typed: string) => emailErrorMessage(typed));

/** The same result for a known and an unknown address. */
const Done = ({ email }: { email: string }) => (
  <FocusedResult>
    <Banner tone="info" role="status" title={labels.doneTitle}>
      {labels.done(email)}
    </Banner>
  </FocusedResult>
);

/** `/your-data/request`: mails a link to the data stored for an address without an account. */
export function StoredDataLinkRequestPage() {
  const { submission, busy, onSubmit, field, summary } = useTypedForm({
    id: 'data-request',
    names: ['email'],
    read,
    send: (body) => callApi(requestPersonalDataEndpoint, { body }),
  });
  return (
    <Page width="step">
      <PageTitle title={labels.title} />
      <PageIntro title={labels.title} lead={labels.lead} />
      <Stack $gap={24}>
        {submission.state === 'done' ? (
          <Done email={submission.sent.email} />
        ) : (
          <form noValidate onSubmit={onSubmit}>
            <Stack $gap={24}>
              <ErrorSummary {...summary} />
              <SubmissionFailure title={labels.failed} submission={submission} />
              <TextField
                {...field('email')}
                type="email"
                autoComplete="email"
                label={labels.label}
                hint={labels.hint}
              />
              <Row>
                <Button type="submit" busy={busy} busyLabel={labels.busy}>
                  {labels.action}
                </Button>
              </Row>
            </Stack>
          </form>
        )}
        <MutedText>
          {labels.account}{' '}
          <TextLink as={Link} to="/your-data">
            {labels.accountLink}
          </TextLink>
        </MutedText>
      </Stack>
    </Page>
  );
}
