import type { Enrolment } from '@ve/contracts/http/identity/admin-sign-in';
import { FormFailure } from '@ve/mfe-kit/form-failure';
import { Button } from '@ve/ui/button/button';
import { Row, Stack } from '@ve/ui/layout/layout';
import { Heading, Lead } from '@ve/ui/text/text';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messages as platform } from '../platform/messages.en-gb.ts';
import { CodeField, EnrolmentSecret } from '../platform/second-factor.tsx';
import { messages } from './messages.en-gb.ts';

export interface CodeFormProps {
  /** Null if the app is set up already. */
  enrolment: Enrolment | null;
  isWrong: boolean;
  error: unknown;
  busy: boolean;
  onSubmit: (code: string) => void;
  onAgain: () => void;
}

/** The second step of a sign-in. */
export function CodeForm({ enrolment, isWrong, error, busy, onSubmit, onAgain }: CodeFormProps) {
  const [code, setCode] = useState('');
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus();
  }, []);
  const words = enrolment ? messages.enrol : messages.code;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && code.trim() !== '') onSubmit(code.trim());
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack $gap={24}>
        <Stack $gap={12}>
          <div ref={top} tabIndex={-1}>
            <Heading level={1}>{words.title}</Heading>
          </div>
          <Lead>{words.lead}</Lead>
        </Stack>
        {enrolment ? <EnrolmentSecret {...enrolment} /> : null}
        {error === null ? null : <FormFailure title={messages.failedTitle} error={error} />}
        <CodeField
          id="staff-code"
          label={words.label}
          hint={enrolment ? undefined : messages.code.hint}
          error={isWrong ? platform.factor.wrong : undefined}
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
          }}
        />
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
