import { SubmissionFailure } from '@ve/mfe-kit/submission-failure';
import { type TypedFormRenderProps, useTypedForm } from '@ve/mfe-kit/typed-form';
import { Banner } from '@ve/ui/banner/banner';
import { Button } from '@ve/ui/button/button';
import { TextField } from '@ve/ui/field/field';
import { Stack } from '@ve/ui/layout/layout';
import type { ReactNode } from 'react';
import { SignInCodeField } from '../platform/second-factor.tsx';
import { messages } from './messages.en-gb.ts';

const labels = messages.proof;

export interface ReauthenticationProof {
  password: string;
  code: string;
}

interface Outcome {
  outcome: string;
}

/** Both must be typed. */
export function readReauthenticationProof({
  password,
  code,
}: ReauthenticationProof): { body: ReauthenticationProof } | null {
  return password === '' || code.trim() === '' ? null : { body: { password, code: code.trim() } };
}

/** The form of password and code alone. `id` must be unique on the page. */
export const useReauthenticationProofForm = <A extends Outcome>(
  id: string,
  send: (proof: ReauthenticationProof) => Promise<A>,
) => useTypedForm({ id, names: ['password', 'code'], read: readReauthenticationProof, send });

interface ReauthenticationFormProps {
  form: TypedFormRenderProps<keyof ReauthenticationProof, Outcome>;
  submitLabel: string;
  children?: ReactNode;
}

/** Asks for password and code before a sign-in method is changed. */
export function ReauthenticationForm({
  form: { submission, busy, onSubmit, field },
  submitLabel,
  children,
}: ReauthenticationFormProps) {
  const isRefused = submission.state === 'done' && submission.answer.outcome === 'refused';
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <SubmissionFailure title={labels.failed} submission={submission} />
        {isRefused ? (
          <Banner tone="fail" role="alert" title={labels.failed}>
            {labels.refused}
          </Banner>
        ) : null}
        {children}
        <TextField {...field('password')} label={labels.password} type="password" autoComplete="current-password" />
        <SignInCodeField {...field('code')} label={labels.code} />
        <div>
          <Button type="submit" busy={busy} busyLabel={labels.busy}>
            {submitLabel}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
