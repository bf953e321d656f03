import { useQueryClient } from '@tanstack/react-query';
import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { type FullCheckState, startFullCheckEndpoint } from '@ve/contracts/http/report/reports';
import { unlockFirstMessage } from '@ve/domain/verdict/decision-messages';
import { failedCheckCreditMessage } from '@ve/domain/vehicle/record/check-failure';
import { type ApiError, callApi, type CallResponse } from '@ve/mfe-kit/api';
import {
  storeFullCheckAwaitingPayment,
  clearFullCheckAwaitingPayment,
  readFullCheckAwaitingPayment,
} from '@ve/mfe-kit/pending-check';
import { useSession } from '@ve/mfe-kit/session';
import { refetchSubscription, useSubscription } from '@ve/mfe-kit/subscription';
import { type UpgradeSubmission, UpgradeToast, useUpgrade } from '@ve/mfe-kit/upgrade';
import { UpgradeDialog } from '@ve/mfe-kit/upgrade-dialog';
import { useFormSubmission } from '@ve/mfe-kit/use-form-submission';
import { TextLink } from '@ve/ui/link/link-style';
import type { StatusTone } from '@ve/ui/status/status';
import { Toast } from '@ve/ui/toast/toast';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSlowFetch } from '../pending/use-slow-fetch.ts';
import { useSavedReportState } from '../saved/saved-report.query.ts';
import { cacheFullCheckState, useFullCheck } from './full-check.query.ts';
import { messages } from './messages.en-gb.ts';
import type { FullCheckUnlockState, FullCheckUnlockPlace } from './unlock-context.ts';

type StartAnswer = CallResponse<typeof startFullCheckEndpoint>;

const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError';

/** When the next check is granted, or that none is, for a member without a credit; null for other readers. */
function noCheckLeft({ subscribed, credits, endsAt, nextCharge }: Subscription): string | null {
  if (!subscribed || credits > 0) return null;
  if (nextCharge !== null) return messages.resets(nextCharge.at);
  return endsAt && messages.endsBefore(endsAt);
}

/** What a member may do about the full check next, by the credits left; null if there is nothing, and for other readers. */
function nextStep(
  subscription: Subscription,
  { isChecked, isOfThisPeriod }: { isChecked: boolean; isOfThisPeriod: boolean },
): string | null {
  if (!subscription.subscribed || subscription.credits === 0) return noCheckLeft(subscription);
  if (!isChecked) return messages.useCredit;
  return isOfThisPeriod ? null : messages.useCreditAgain;
}

/** The next step of a verdict with what the credits allow: before the full check instead of unlocking it, then after it. */
function withStep(next: string, { tone, step }: { tone: StatusTone; step: string | null }): string {
  if (step === null) return next;
  if (next.includes(unlockFirstMessage)) return next.replace(unlockFirstMessage, step);
  return tone === 'warn' ? `${next} ${step}` : next;
}

function failureOf(check: FullCheckState | null, refusal: string | null): FullCheckUnlockState['failure'] {
  if (refusal !== null) return { title: messages.refused, text: refusal, short: refusal, needsSupport: false };
  if (check?.outcome !== 'failed') return null;
  const { message, creditReturned, retry } = check;
  const credit = failedCheckCreditMessage(creditReturned);
  return {
    title: messages.failedTitle,
    text: [message, credit, ...(creditReturned ? [messages.retry[retry]] : [])].join(' '),
    short: `${messages.short.failed} ${credit}`,
    needsSupport: !creditReturned,
  };
}

function announcement(
  { phase, steps, failure }: Pick<FullCheckUnlockState, 'phase' | 'steps' | 'failure'>,
  ran: boolean,
): string {
  if (phase === 'running') return messages.answered(steps);
  if (!ran) return '';
  if (phase === 'done') return messages.announceDone;
  return failure === null ? '' : `${failure.title}. ${failure.text}`;
}

/** Why the check was not started, and what to do. */
function StartFailure({ registration, error }: { registration: string; error: unknown }) {
  if (!isApiError(error)) return messages.failedStart();
  if (error.code === 'sign-in-required') {
    // Loads a new document, because this one still treats the reader as signed in and would redirect to the account.
    return (
      <>
        {messages.sessionEnded} <TextLink href={`/signin?reg=${registration}`}>{messages.signIn}</TextLink>
      </>
    );
  }
  return messages.failedStart(error.title.replace(/\.?$/, '. '));
}

/** The polling interval of the saved report while a part of a check is retried, in milliseconds. */
const refetchIntervalMs = 60_000;

/** The polling interval of the membership while a check waits for its payment, in milliseconds. */
const askPaidEvery = 10_000;

export interface MemberUnlockProps {
  registration: string;
  /** Called with each state after it was rendered here. */
  onChange: (unlock: FullCheckUnlockState) => void;
}

/**
 * Unlocks the full check of a signed-in reader: starts it, polls it, announces it, and updates the saved report.
 * Memoised: it passes its changes to its parent and must not render again because of them.
 */
export const MemberFullCheckUnlocker = memo(function MemberUnlock({ registration, onChange }: MemberUnlockProps) {
  const client = useQueryClient();
  const userId = useSession().user?.id ?? null;
  const { status: saved, report, refresh } = useSavedReportState(registration);
  const { check, isLost, resume } = useFullCheck(client, userId, registration);
  const [pressedAt, setPressedAt] = useState<FullCheckUnlockPlace | null>(null);
  const [ran, setRan] = useState(false);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const outcome = check?.outcome ?? null;
  const failed = outcome === 'failed';
  const { subscription, refresh: refreshSubscription } = useSubscription();
  const { submission, submit, reset } = useFormSubmission<null, StartAnswer>(async () => {
    // A start without a response is repeated after a reload, which continues the check; but a failed check is not tried
    // twice.
    if (failed) clearFullCheckAwaitingPayment();
    const answer = await callApi(startFullCheckEndpoint, { params: { registration } });
    clearFullCheckAwaitingPayment();
    if (answer.outcome !== 'refused') await cacheFullCheckState(client, userId, answer);
    // The credit was used, or does not exist: the displayed credits are outdated.
    refetchSubscription(client, 'full-check');
    return answer;
  });
  const { submission: upgrade, upgrade: pay } = useUpgrade();
  const [reportedUpgrade, setReportedUpgrade] = useState<UpgradeSubmission | null>(null);

  const before = useRef(outcome);
  useEffect(() => {
    const ended = before.current === 'pending' && (outcome === 'done' || outcome === 'failed');
    before.current = outcome;
    if (!ended) return;
    refetchSubscription(client, 'full-check');
    if (report === null) void refresh();
  }, [client, outcome, refresh, report]);

  const isRetrying = check?.outcome === 'done' && check.isRetrying;
  const refetchCheck = useEffectEvent(() => void refresh());
  useEffect(() => {
    if (!isRetrying) return;
    const timer = setInterval(() => refetchCheck(), refetchIntervalMs);
    return () => {
      clearInterval(timer);
    };
  }, [isRetrying]);

  // A check that was paid for from its report starts automatically, also after a reload or a redirect to the bank.
  const isOpen = outcome === null || failed;
  const isCheckPending = isOpen && submission.state === 'idle' && readFullCheckAwaitingPayment(userId) === registration;
  const isPaid = isCheckPending && subscription.credits > 0 && (saved === 'ready' || saved === 'error');
  const begin = useEffectEvent(() => {
    setRan(true);
    void submit(null);
  });
  useEffect(() => {
    if (isPaid) begin();
  }, [isPaid]);
  useEffect(() => {
    if (!isOpen && readFullCheckAwaitingPayment(userId) === registration) clearFullCheckAwaitingPayment();
  }, [isOpen, userId, registration]);
  const isPaymentPending = isCheckPending && !isPaid && upgrade.state !== 'busy';
  const refetchUntilPaid = useEffectEvent(() => void refreshSubscription());
  useEffect(() => {
    if (!isPaymentPending) return;
    const timer = setInterval(() => refetchUntilPaid(), askPaidEvery);
    return () => {
      clearInterval(timer);
    };
  }, [isPaymentPending]);

  const isStarting = submission.state === 'busy' || isPaid;
  const refusal =
    submission.state === 'done' && submission.answer.outcome === 'refused' ? submission.answer.message : null;
  const fullCheck = report?.fullCheck ?? (check?.outcome === 'done' ? check.fullCheck : null);
  const running = outcome === 'pending';
  const slow = useSlowFetch(registration, running, resume);
  const phase = isStarting
    ? 'starting'
    : running
      ? isLost
        ? 'lost'
        : 'running'
      : fullCheck !== null
        ? 'done'
        : 'idle';
  const step = nextStep(subscription, { isChecked: phase === 'done', isOfThisPeriod: outcome === 'done' });
  const state: FullCheckUnlockState = {
    phase,
    steps: check?.outcome === 'pending' ? check.steps : [],
    checkedAt: fullCheck?.checkedAt ?? null,
    isOfThisPeriod: outcome === 'done',
    isRetrying,
    noCheckLeft: noCheckLeft(subscription),
    nextStepOf: (next, tone) => withStep(next, { tone, step }),
    failure: isStarting || running ? null : failureOf(check, refusal),
    pressedAt,
    start: (place) => {
      setPressedAt(place);
      setRan(true);
      void submit(null);
    },
    resume,
    slow,
    upgrade,
    isPaymentPending,
    requestPayment: (place) => {
      setPressedAt(place);
      setDialogOpen(true);
    },
  };
  useEffect(() => {
    onChange(state);
  });
  return (
    <>
      <VisuallyHidden role="status">{announcement(state, ran)}</VisuallyHidden>
      {submission.state === 'failed' ? (
        <Toast tone="fail" role="alert" title={messages.failedTitle} onClose={reset}>
          <StartFailure registration={registration} error={submission.error} />
        </Toast>
      ) : null}
      {isDialogOpen ? (
        <UpgradeDialog
          subscription={subscription}
          unlocks={registration}
          onPay={(rejoin) => {
            setDialogOpen(false);
            if (userId !== null) storeFullCheckAwaitingPayment(userId, registration);
            void pay(rejoin);
          }}
          onClose={() => setDialogOpen(false)}
        />
      ) : null}
      {upgrade === reportedUpgrade ? null : (
        <UpgradeToast submission={upgrade} unlocks={registration} onClose={() => setReportedUpgrade(upgrade)} />
      )}
    </>
  );
});
