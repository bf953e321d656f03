import { FormFailure } from '@ve/mfe-kit/form-failure';
import type { Submission } from '@ve/mfe-kit/use-submission';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import { type FormEvent, type ReactNode, useState } from 'react';
import { CodeField } from '../platform/second-factor.tsx';
import { messages } from './messages.en-gb.ts';

const words = messages.proof;

export interface Proof {
  password: string;
  code: string;
}

interface ProofFormProps {
  /** The prefix of the ids of its fields, unique on the page. */
  id: string;
  submitLabel: string;
  submission: Submission<unknown, { outcome: string }>;
  onSubmit: (proof: Proof) => void;
  children?: ReactNode;
}

/** Asks for password and code before a sign-in method is changed. */
export function ProofForm({ id, submitLabel, submission, onSubmit, children }: ProofFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '' && code.trim() !== '') onSubmit({ password, code: code.trim() });
  };
  const isRefused = submission.state === 'done' && submission.answer.outcome === 'refused';
  return (
    <form noValidate onSubmit={send}>
      <Stack>
        {submission.state === 'failed' ? <FormFailure title={words.failed} error={submission.error} /> : null}
        {isRefused ? (
          <Banner tone="fail" role="alert" title={words.failed}>
            {words.refused}
          </Banner>
        ) : null}
        {children}
        <TextField
          id={`${id}-password`}
          label={words.password}
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
          }}
        />
        <CodeField
          id={`${id}-code`}
          label={words.code}
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
          }}
        />
        <div>
          <Button type="submit" busy={submission.state === 'busy'} busyLabel={words.busy}>
            {submitLabel}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
