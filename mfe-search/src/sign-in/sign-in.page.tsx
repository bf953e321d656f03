import {
  requestSignInLinkEndpoint,
  type SignInRequestAnswer,
  type SignInForm as Form,
} from '@ve/contracts/http/identity/auth';
import { callApi } from '@ve/mfe-kit/api';
import { PageTitle } from '@ve/mfe-kit/page-title';
import { Navigate, useSearchParams } from '@ve/mfe-kit/router';
import { useSession } from '@ve/mfe-kit/session';
import { clearSignInRequest, readRecentSignInRequest, storeSignInRequest } from '@ve/mfe-kit/sign-in-request';
import { useTypedForm } from '@ve/mfe-kit/typed-form';
import { useIsHydrated } from '@ve/mfe-kit/use-is-hydrated';
import type { FormSubmissionState } from '@ve/mfe-kit/use-form-submission';
import { Page } from '@ve/ui/layout/layout';
import { Toast } from '@ve/ui/toast/toast';
import { useState } from 'react';
import { urlWithCampaign } from '../campaign.ts';
import { SignInLinkSent } from './sign-in-link-sent.tsx';
import { messages } from './messages.en-gb.ts';
import { parseSignInForm } from './parse-sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';
import { signInFailureText } from './sign-in-failure-text.ts';

interface Sent {
  asked: Form | null;
  times: number;
}

/** Why no link was sent; null after a success. */
function failureOf(submission: FormSubmissionState<Form, SignInRequestAnswer>): string | null {
  if (submission.state === 'failed') return signInFailureText(submission.error);
  return submission.state === 'done' && submission.answer.outcome === 'no-match' ? submission.answer.message : null;
}

/** `/signin`: requests a sign-in link, then waits for it. Redirects a signed-in user to their account. */
export function SignInPage() {
  const [search] = useSearchParams();
  const { user } = useSession();
  // A reload restores the last request of this tab.
  const [{ asked: stored, times }, setSent] = useState<Sent>(() => ({ asked: readRecentSignInRequest(), times: 1 }));
  // Prerendered without what this browser has stored.
  const isHydrated = useIsHydrated();
  const asked = isHydrated ? stored : null;
  const [given, setGiven] = useState<Form>({ email: '', registration: search.get('reg') ?? '' });
  const form = useTypedForm({
    id: 'signin',
    names: ['email', 'registration'],
    read: parseSignInForm,
    send: async (body) => {
      setGiven(body);
      const answer = await callApi(requestSignInLinkEndpoint, { body });
      if (answer.outcome === 'sent') {
        storeSignInRequest(body);
        setSent((before) => ({ asked: body, times: before.asked === null ? 1 : before.times + 1 }));
      }
      return answer;
    },
  });
  const { submission, busy, submit, reset } = form;
  const [dismissed, setDismissed] = useState<object | null>(null);

  // Within ten minutes of the request, the shell redirects to the report (`useSignInRedirect`). Decided only once,
  // because
  // the shell removes the stored request while the report is still loading.
  const [isRedirecting, setRedirecting] = useState<boolean | null>(null);
  if (user !== null && isRedirecting === null) setRedirecting(readRecentSignInRequest() !== null);
  if (user !== null && isRedirecting === false) return <Navigate to="/my-account" replace />;

  const change = () => {
    clearSignInRequest();
    if (asked) setGiven(asked);
    setSent({ asked: null, times: 1 });
    reset();
  };
  const failure = failureOf(submission);
  const ended = submission.state === 'failed' || submission.state === 'done';
  const close = () => setDismissed(submission);
  return (
    <Page width="step">
      <PageTitle title={asked ? messages.sent.pageTitle : messages.form.pageTitle} />
      {asked ? (
        <SignInLinkSent
          asked={asked}
          times={times}
          failure={failure}
          busy={busy}
          onAgain={() => submit(asked)}
          onChange={change}
        />
      ) : (
        <SignInForm
          given={given}
          failure={failure}
          form={form}
          signUp={urlWithCampaign('/signup', {}, search)}
          isHydrated={isHydrated}
        />
      )}
      {!ended || dismissed === submission ? null : failure === null ? (
        <Toast tone="pass" role="status" edge="top" title={messages.sent.toast} onClose={close} />
      ) : (
        <Toast tone="fail" role="alert" edge="top" title={messages.failed.title} onClose={close}>
          {failure}
        </Toast>
      )}
    </Page>
  );
}
