import type { Enrolment } from '@ve/contracts/http/identity/admin-sign-in';
import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import type { FormFields } from '@ve/mfe-kit/typed-form';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, Lead } from '@ve/ui/text/text';
import { useEffect, useRef } from 'react';
import { CodeField, EnrolmentSecret } from '../platform/second-factor.tsx';
import { messages } from './messages.en-gb.ts';

export interface CodeFormProps {
  /** Null if the app is set up already. */
  enrolment: Enrolment | null;
  form: FormFields<'code'>;
  onAgain: () => void;
}

/** The second step of a sign-in. */
export function CodeForm({ enrolment, form: { submission, busy, onSubmit, field }, onAgain }: CodeFormProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus();
  }, []);
  const words = enrolment ? messages.enrol : messages.code;
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack $gap={24}>
        <Stack $gap={12}>
          <div ref={top} tabIndex={-1}>
            <Heading level={1}>{words.title}</Heading>
          </div>
          <Lead>{words.lead}</Lead>
        </Stack>
        {enrolment ? <EnrolmentSecret {...enrolment} /> : null}
        <SubmissionFailure title={messages.failedTitle} submission={submission} />
        <CodeField {...field('code')} label={words.label} hint={enrolment ? undefined : messages.code.hint} />
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
