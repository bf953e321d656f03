import type { SecondFactorEnrolment } from '@ve/contracts/http/identity/admin-sign-in';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import type { TypedFormRenderProps } from '@ve/mfe-kit/typed-form';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, LeadText } from '@ve/ui/text/text';
import { useEffect, useRef } from 'react';
import { SignInCodeField, SecondFactorSecret } from '../platform/second-factor.tsx';
import { messages } from './messages.en-gb.ts';

export interface SignInCodeFormProps {
  /** Null if the app is set up already. */
  enrolment: SecondFactorEnrolment | null;
  form: TypedFormRenderProps<'code'>;
  onAgain: () => void;
}

/** The second step of a sign-in. */
export function SignInCodeForm({
  enrolment,
  form: { submission, busy, onSubmit, field },
  onAgain,
}: SignInCodeFormProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus();
  }, []);
  const labels = enrolment ? messages.enrol : messages.code;
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack $gap={24}>
        <Stack $gap={12}>
          <div ref={top} tabIndex={-1}>
            <Heading level={1}>{labels.title}</Heading>
          </div>
          <LeadText>{labels.lead}</LeadText>
        </Stack>
        {enrolment ? <SecondFactorSecret {...enrolment} /> : null}
        <SubmissionFailure title={messages.failedTitle} submission={submission} />
        <SignInCodeField {...field('code')} label={labels.label} hint={enrolment ? undefined : messages.code.hint} />
        <Row>
          <Button type="submit" busy={busy} busyLabel={messages.code.busy}>
            {messages.code.submit}
          </Button>
          <Button variant="quiet" onClick={onAgain}>
            {messages.code.again}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
