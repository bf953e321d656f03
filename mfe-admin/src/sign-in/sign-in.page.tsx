import {
  completeStaffSignInEndpoint,
  type SecondFactorEnrolment,
  startStaffSignInEndpoint,
  type StaffSignInAnswer,
} from '@ve/contracts/http/identity/admin-sign-in';
import { callApi } from '@ve/mfe-kit/api';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Navigate, useNavigate } from '@ve/mfe-kit/router';
import { useSession, useSessionEvents } from '@ve/mfe-kit/session';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import type { FormSubmissionState } from '@ve/mfe-kit/use-form-submission';
import { Page, Stack } from '@ve/ui/layout/layout';
import { Toast } from '@ve/ui/toast/toast';
import { useState } from 'react';
import { messages as platform } from '../platform/messages.en-gb.ts';
import { RecoveryCodes } from '../platform/second-factor.tsx';
import { justSignedInState } from '../platform/staff-area.tsx';
import { BreakGlassSignIn } from './break-glass-sign-in.tsx';
import { SignInCodeForm } from './sign-in-code-form.tsx';
import { messages } from './messages.en-gb.ts';
import { PasswordSignInForm } from './password-sign-in-form.tsx';
import { passwordSignInFailureText } from './sign-in-failure.ts';

type Step =
  | { name: 'password'; ended: boolean }
  | { name: 'code'; enrolment: SecondFactorEnrolment | null }
  | { name: 'recovery-codes'; codes: readonly string[] };

const first: Step = { name: 'password', ended: false };

/** Why the password was refused; null if it was not. */
function refusalOf(submission: FormSubmissionState<unknown, StaffSignInAnswer>): string | null {
  if (submission.state === 'failed') return passwordSignInFailureText(submission.error);
  return submission.state === 'done' && 'message' in submission.answer ? submission.answer.message : null;
}

/** `/admin/signin`: password, then a code of the authenticator app, which the first sign-in sets up. */
export function StaffSignInPage() {
  const navigate = useNavigate();
  const session = useSession();
  const { opened, ended } = useSessionEvents();
  const [step, setStep] = useState(first);
  const [dismissed, setDismissed] = useState<object | null>(null);
  const enter = () => navigate('/admin', { replace: true, state: justSignedInState });

  const password = useTypedForm({
    id: 'staff',
    names: ['email', 'password'],
    read: ({ email, password: typed }) => {
      const isEmpty = email.trim() === '' || typed.trim() === '';
      return isEmpty ? null : { body: { email: email.trim(), password: typed } };
    },
    send: async (body) => {
      setStep(first);
      const answer = await callApi(startStaffSignInEndpoint, { body });
      if (answer.outcome === 'enrol') setStep({ name: 'code', enrolment: answer.enrolment });
      if (answer.outcome === 'code') setStep({ name: 'code', enrolment: null });
      // The service has ended this browser's session.
      if (answer.outcome === 'not-admin') ended();
      return answer;
    },
  });
  const code = useTypedForm({
    id: 'staff',
    names: ['code'],
    read: ({ code: typed }) => (typed.trim() === '' ? null : { body: { code: typed.trim() } }),
    send: async (body) => {
      const answer = await callApi(completeStaffSignInEndpoint, { body });
      if (answer.outcome === 'ended') setStep({ name: 'password', ended: true });
      if (answer.outcome === 'signed-in') {
        if (answer.recoveryCodes) setStep({ name: 'recovery-codes', codes: answer.recoveryCodes });
        await opened();
        if (!answer.recoveryCodes) await enter();
      }
      return answer.outcome;
    },
    refusalOf: (outcome) => ({ code: outcome === 'wrong-code' ? platform.factor.wrong : undefined }),
  });
  const again = () => {
    password.reset();
    code.reset();
    code.show();
    setStep(first);
  };

  // Already has staff rights; but not before new recovery codes were stored.
  const isInside = session.status === 'ready' && session.staff !== undefined;
  if (isInside && step.name === 'password') return <Navigate to="/admin" replace />;

  const refusal = refusalOf(password.submission);
  const failure = refusal === null ? null : { title: messages.failedTitle, text: refusal };
  return (
    <Page width="step">
      <PageTitle title={messages.title} />
      {step.name === 'password' ? (
        <Stack $gap={32}>
          <PasswordSignInForm
            failure={failure ?? (step.ended ? { title: messages.endedTitle, text: messages.ended } : null)}
            form={password}
          />
          <BreakGlassSignIn
            onOpened={async () => {
              await opened();
              await enter();
            }}
          />
        </Stack>
      ) : null}
      {step.name === 'code' ? <SignInCodeForm enrolment={step.enrolment} form={code} onAgain={again} /> : null}
      {step.name === 'recovery-codes' ? <RecoveryCodes codes={step.codes} onDone={() => void enter()} /> : null}
      {failure && dismissed !== password.submission ? (
        <Toast
          tone="fail"
          role="alert"
          edge="top"
          title={failure.title}
          onClose={() => setDismissed(password.submission)}
        >
          {failure.text}
        </Toast>
      ) : null}
    </Page>
  );
}
