import { type ComplaintReceipt, type ContactEnquiry, sendEnquiryEndpoint } from '@ve/contracts/http/messaging/contact';
import { callApi } from '@ve/mfe-kit/api';
import { FocusedResult } from '@ve/mfe-kit/focused-result';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { useIdempotentSend } from '@ve/mfe-kit/use-idempotent-send';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { Checkbox } from '@ve/ui/checkbox/checkbox';
import { ErrorSummary } from '@ve/ui/error-summary/error-summary';
import { TextField } from '@ve/ui/field/field';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, MutedText, Text } from '@ve/ui/text/text';
import { space } from '@ve/ui/theme/theme';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { MessageField, PrivacyNote, SenderFields } from '../platform/message-form.tsx';
import { NoWrapText } from '../platform/no-wrap-text.tsx';
import { enquiryFields, createEnquiryReader } from './enquiry.ts';
import { messages } from './messages.en-gb.ts';

const labels = messages.form;

const Complaint = styled.div`
  display: grid;
  gap: ${space[4]};
`;

const Hint = styled(MutedText)`
  margin-left: calc(1.5rem + ${space[12]});
`;

interface SentProps {
  email: string;
  /** Null for an enquiry that is no complaint. */
  receipt: ComplaintReceipt | null;
  onAnother: () => void;
}

function Sent({ email, receipt, onAnother }: SentProps) {
  return (
    <FocusedResult>
      <Banner
        tone="pass"
        role="status"
        title={
          receipt === null ? (
            labels.doneTitle
          ) : (
            <>
              {labels.complaintTitle} <NoWrapText>{receipt.reference}</NoWrapText>
            </>
          )
        }
        actions={
          <Button variant="secondary" onClick={onAnother}>
            {labels.another}
          </Button>
        }
      >
        {receipt === null ? (
          labels.done(email)
        ) : (
          <Stack $gap={8}>
            <p>{labels.complaintDone(email, receipt.answerBy)}</p>
            <p>{labels.complaintLate(receipt.escalationAt)}</p>
            <p>{labels.complaintMail}</p>
          </Stack>
        )}
      </Banner>
    </FocusedResult>
  );
}

/** Our own form for a general enquiry. The input is kept until the enquiry is accepted. */
export function GeneralEnquiryForm({ onBack }: { onBack: () => void }) {
  const [isComplaint, setComplaint] = useState(false);
  const heading = useRef<HTMLDivElement>(null);
  const { submission, busy, reset, onSubmit, field, summary } = useTypedForm({
    id: 'contact',
    names: enquiryFields,
    read: createEnquiryReader(isComplaint),
    send: useIdempotentSend((body: ContactEnquiry) => callApi(sendEnquiryEndpoint, { body })),
  });

  useEffect(() => {
    heading.current?.focus();
  }, []);

  return (
    <Stack $gap={24}>
      <div ref={heading} tabIndex={-1}>
        <Stack $gap={8}>
          <Heading level={2}>{labels.title}</Heading>
          {submission.state === 'done' ? null : <Text>{labels.lead}</Text>}
        </Stack>
      </div>
      {submission.state === 'done' ? (
        <Sent
          email={submission.sent.email}
          receipt={submission.answer ?? null}
          onAnother={() => {
            setComplaint(false);
            reset();
            heading.current?.focus();
          }}
        />
      ) : (
        <form noValidate onSubmit={onSubmit}>
          <Stack $gap={24}>
            <ErrorSummary {...summary} />
            <SubmissionFailure title={labels.failed} submission={submission} />
            <SenderFields field={field} emailHint={labels.emailHint} />
            <TextField
              {...field('registration')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              label={labels.registration}
              hint={labels.registrationHint}
            />
            <MessageField field={field('message')} label={labels.message} hint={labels.messageHint} />
            <Complaint>
              <Checkbox id="contact-complaint" label={labels.complaint} checked={isComplaint} onChange={setComplaint} />
              <Hint>{labels.complaintHint}</Hint>
            </Complaint>
            <Row>
              <Button type="submit" busy={busy} busyLabel={labels.busy}>
                {labels.submit}
              </Button>
              <Button variant="secondary" onClick={onBack}>
                {labels.back}
              </Button>
            </Row>
            <PrivacyNote />
          </Stack>
        </form>
      )}
      {submission.state === 'done' ? (
        <div>
          <Button variant="quiet" onClick={onBack}>
            {labels.back}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
}
