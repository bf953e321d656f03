import { useQueryClient } from '@tanstack/react-query';
import { type CheckStep, type FullCheckState, startFullCheck } from '@ve/contracts/http/reports';
import type { IsoInstant } from '@ve/domain/report/vehicle-record';
import { type ApiError, callApi, type CallAnswer } from '@ve/mfe-kit/api';
import { useSession } from '@ve/mfe-kit/session';
import { recheckSubscription } from '@ve/mfe-kit/subscription';
import { type UpgradeSubmission, UpgradeToast, useUpgrade } from '@ve/mfe-kit/upgrade';
import { useSubmission } from '@ve/mfe-kit/use-submission';
import { Toast } from '@ve/ui/toast/toast';
import { VisuallyHidden } from '@ve/ui/visually-hidden/visually-hidden';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useSavedReport } from '../saved/saved-report.query.ts';
import { publishCheck, useFullCheck } from './full-check.query.ts';
import { messages } from './messages.en-gb.ts';

/** Where an unlock button is; `bar` is the phone's action bar. */
export type UnlockPlace = 'rail' | 'bar' | 'end' | 'vdi' | 'additional';

/** Where the result of a check that was started elsewhere than in a tab is read: the decision card's heading. */
export const decisionHeadingId = 'verdict';

/** The element that takes the focus when a check started at the place has ended. */
export const unlockedId = (place: UnlockPlace): string => `unlocked-${place}`;

/** Where unlocking stands. */
export interface Unlock {
  /** `lost`: it runs, but cannot be followed at the moment. */
  phase: 'idle' | 'starting' | 'running' | 'lost' | 'done';
  steps: readonly CheckStep[];
  /** When the result was made. */
  checkedAt: IsoInstant | null;
  /** Whether the check of this billing period is done: unlocking again would answer the same. */
  isOfThisPeriod: boolean;
  /** A part could not be read and is asked for again. */
  askingAgain: boolean;
  /** Why there is no result, until the next try. */
  failure: { title: string; text: string } | null;
  /** Where it was last started or paid for from this page. */
  pressedAt: UnlockPlace | null;
  start: (place: UnlockPlace) => void;
  resume: () => void;
  upgrade: UpgradeSubmission;
  payEarly: (place: UnlockPlace) => void;
}

const UnlockContext = createContext<Unlock | null>(null);

/** Where unlocking stands; null on a page without unlocking: the sample. */
export const useUnlock = (): Unlock | null => useContext(UnlockContext);

type StartAnswer = CallAnswer<typeof startFullCheck>;

const isApiError = (error: unknown): error is ApiError => error instanceof Error && error.name === 'ApiError';

function failureOf(check: FullCheckState | null, refusal: string | null): Unlock['failure'] {
  if (refusal !== null) return { title: messages.refused, text: refusal };
  if (check?.outcome !== 'failed') return null;
  const credit = check.creditReturned ? messages.creditBack : messages.creditPending;
  return { title: messages.failed, text: `${check.message} ${credit}` };
}

function announcement({ phase, steps, failure }: Pick<Unlock, 'phase' | 'steps' | 'failure'>, ran: boolean): string {
  const answered = steps.filter(({ state }) => state === 'answered' || state === 'unavailable').length;
  if (phase === 'running') return messages.answered(answered, steps.length);
  if (!ran) return '';
  if (phase === 'done') return messages.announceDone;
  return failure === null ? '' : `${failure.title}. ${failure.text}`;
}

/**
 * Unlocks the vehicle's full check for everything below, however many buttons there are: it starts one, follows it,
 * announces it, and keeps the saved report up to date.
 */
export function UnlockProvider({ registration, children }: { registration: string; children: ReactNode }) {
  const client = useQueryClient();
  const userId = useSession().user?.id ?? null;
  const { report, refresh } = useSavedReport(registration);
  const { check, isLost, resume } = useFullCheck(client, userId, registration);
  const [pressedAt, setPressedAt] = useState<UnlockPlace | null>(null);
  const [ran, setRan] = useState(false);
  const { submission, submit, reset } = useSubmission<null, StartAnswer>(async () => {
    const answer = await callApi(startFullCheck, { params: { registration } });
    if (answer.outcome !== 'refused') await publishCheck(client, userId, answer);
    // The credit was used, or is not there: whatever this page shows of it is out of date.
    recheckSubscription(client, 'full-check');
    return answer;
  });
  const { submission: upgrade, upgrade: pay } = useUpgrade();
  const [toldUpgrade, setToldUpgrade] = useState<UpgradeSubmission | null>(null);

  const outcome = check?.outcome ?? null;
  const before = useRef(outcome);
  useEffect(() => {
    const ended = before.current === 'pending' && (outcome === 'done' || outcome === 'failed');
    before.current = outcome;
    if (!ended) return;
    recheckSubscription(client, 'full-check');
    if (report === null) void refresh();
    if (outcome === 'done' && pressedAt !== null) {
      const id = pressedAt === 'vdi' || pressedAt === 'additional' ? unlockedId(pressedAt) : decisionHeadingId;
      document.getElementById(id)?.focus();
    }
  }, [client, outcome, pressedAt, refresh, report]);

  const isStarting = submission.state === 'busy';
  const refusal =
    submission.state === 'done' && submission.answer.outcome === 'refused' ? submission.answer.message : null;
  const fullCheck = report?.fullCheck ?? (check?.outcome === 'done' ? check.fullCheck : null);
  const running = outcome === 'pending';
  const phase = isStarting
    ? 'starting'
    : running
      ? isLost
        ? 'lost'
        : 'running'
      : fullCheck !== null
        ? 'done'
        : 'idle';
  const state: Unlock = {
    phase,
    steps: check?.outcome === 'pending' ? check.steps : [],
    checkedAt: fullCheck?.checkedAt ?? null,
    isOfThisPeriod: outcome === 'done',
    askingAgain: check?.outcome === 'done' && check.askingAgain,
    failure: isStarting || running ? null : failureOf(check, refusal),
    pressedAt,
    start: (place) => {
      setPressedAt(place);
      setRan(true);
      void submit(null);
    },
    resume,
    upgrade,
    payEarly: (place) => {
      setPressedAt(place);
      void pay();
    },
  };
  return (
    <UnlockContext value={state}>
      {children}
      <VisuallyHidden role="status">{announcement(state, ran)}</VisuallyHidden>
      {submission.state === 'failed' ? (
        <Toast tone="fail" role="alert" title={messages.failedTitle} onClose={reset}>
          {isApiError(submission.error) ? `${submission.error.title} ` : ''}
          {messages.failedStart}
        </Toast>
      ) : null}
      {upgrade === toldUpgrade ? null : <UpgradeToast submission={upgrade} onClose={() => setToldUpgrade(upgrade)} />}
    </UnlockContext>
  );
}
