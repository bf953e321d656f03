import { useQueryClient } from '@tanstack/react-query';
import {
  readSubscriptionEndpoint,
  type UpgradeAnswer,
  upgradeSubscriptionEndpoint,
} from '@ve/contracts/http/membership/subscription';
import { formatRegistration } from '@ve/domain/kernel/registration/format-registration';
import { Toast } from '@ve/ui/toast/toast';
import { callApi } from '@ve/mfe-kit/api';
import type { CardAuthenticationResult } from './card-payment.tsx';
import { useNavigate } from '@ve/mfe-kit/router';
import { refetchSubscription } from '@ve/mfe-kit/subscription';
import { type FormSubmissionState, useFormSubmission } from './use-form-submission.tsx';

/** Runs the bank's authentication of the payment with this client secret. */
export type AuthenticatePayment = (clientSecret: string) => Promise<CardAuthenticationResult>;

/** The version of the consent to start an ended membership again, if the dialog has asked for it. */
type Rejoin = string | null;

export type UpgradeSubmission = FormSubmissionState<Rejoin, UpgradeAnswer>;

const messages = {
  upgraded: 'Subscription upgraded!',
  again: 'Your membership has started again',
  ready: 'Your full check is ready to use.',
  starts: (plate: string) => `The full check of ${plate} starts now.`,
  startsThen: (plate: string) => ` The full check of ${plate} then starts automatically.`,
  already: 'Your membership is already active',
  pending: 'Payment in progress',
  pendingText: 'Your bank has not answered yet. The result is shown here as soon as it has.',
  authenticate: 'Your bank wants you to confirm the payment',
  authenticateText: 'Confirm it in your account.',
  ended: 'Your membership has ended',
  endedText: 'My account shows what it costs to start again. Nothing was charged.',
  failed: 'Upgrade failed',
  failedText: 'There was an error upgrading your subscription. Please try again.',
};

async function payWith(authenticate: AuthenticatePayment | null, consent: Rejoin): Promise<UpgradeAnswer> {
  const input = consent === null ? {} : { body: { consent } };
  const answer = await callApi(upgradeSubscriptionEndpoint, input);
  if (answer.outcome !== 'authenticate' || authenticate === null) return answer;
  const given = await authenticate(answer.clientSecret);
  if (given.outcome !== 'answered') return { outcome: 'card-needed', message: given.message };
  // Only the service confirms the payment.
  const paid = await callApi(upgradeSubscriptionEndpoint, input);
  // The service may have processed the payment before this request.
  if (paid.outcome !== 'already-active') return paid;
  return { outcome: 'upgraded', subscription: await callApi(readSubscriptionEndpoint) };
}

/**
 * 'Upgrade Early', after its confirmation in `UpgradeDialog`: ends the trial now, pays the outstanding amount, or
 * starts an ended membership again, once at a time. A membership that has ended since the page was loaded needs another
 * consent: that leads to `/my-account`, and nothing is charged.
 * `authenticate`: from a page that may load Stripe.js; without it the outcome `authenticate` leads to `/my-account`.
 */
export function useUpgrade(authenticate: AuthenticatePayment | null = null): {
  submission: UpgradeSubmission;
  /** `rejoin`: the version of the consent next to the button. */
  upgrade: (rejoin?: string) => Promise<void>;
  reset: () => void;
} {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { submission, submit, reset } = useFormSubmission<Rejoin, UpgradeAnswer>(async (rejoin) => {
    try {
      const answer = await payWith(authenticate, rejoin);
      if (answer.outcome === 'upgraded') {
        // A response in flight is older than this one.
        await client.cancelQueries({ queryKey: ['subscription'] });
        client.setQueriesData({ queryKey: ['subscription'] }, answer.subscription);
      }
      if (answer.outcome === 'consent-needed' && rejoin === null) await navigate('/my-account');
      return answer;
    } finally {
      refetchSubscription(client, 'sign-up');
    }
  });
  return { submission, upgrade: (rejoin) => submit(rejoin ?? null), reset };
}

export interface UpgradeToastProps {
  submission: UpgradeSubmission;
  /** The vehicle whose full check follows the payment; null if none starts automatically. */
  unlocks: string | null;
  onClose: () => void;
}

/** A toast with the outcome of an upgrade; renders nothing before there is one. */
export function UpgradeToast({ submission, unlocks, onClose }: UpgradeToastProps) {
  const plate = unlocks === null ? null : formatRegistration(unlocks);
  const then = plate === null ? '' : messages.startsThen(plate);
  if (submission.state === 'idle' || submission.state === 'busy') return null;
  const outcome = submission.state === 'done' ? submission.answer.outcome : 'card-needed';
  const isRejoin = submission.state === 'done' && submission.sent !== null;
  switch (outcome) {
    case 'upgraded':
      return (
        <Toast tone="pass" role="status" title={isRejoin ? messages.again : messages.upgraded} onClose={onClose}>
          {plate === null ? messages.ready : messages.starts(plate)}
        </Toast>
      );
    case 'already-active':
      return <Toast tone="info" role="status" title={messages.already} onClose={onClose} />;
    case 'pending':
      return (
        <Toast tone="info" role="status" title={messages.pending} onClose={onClose}>
          {messages.pendingText}
          {then}
        </Toast>
      );
    case 'authenticate':
      return (
        <Toast tone="warn" role="alert" title={messages.authenticate} onClose={onClose}>
          {messages.authenticateText}
          {then}
        </Toast>
      );
    case 'consent-needed':
      return (
        <Toast tone="info" role="status" title={messages.ended} onClose={onClose}>
          {messages.endedText}
        </Toast>
      );
    case 'card-needed':
      return (
        <Toast tone="fail" role="alert" title={messages.failed} onClose={onClose}>
          {messages.failedText}
        </Toast>
      );
  }
}
