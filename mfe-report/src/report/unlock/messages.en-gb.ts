import type { FullCheckStep } from '@ve/contracts/full-check';
import { firstChargeDelayText, membershipOffer } from '@ve/domain/membership/offer';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import type { FullCheckRetryTiming } from '@ve/domain/vehicle/record/check-failure';
import type { FullCheckStepName } from '@ve/domain/vehicle/record/full-check';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';

const { membership } = membershipOffer;
/** The complete rules are in My account and in the terms next to the button. */
const monthly = `${formatPrice(membership.pence)} a month until you cancel`;
const due = `Your full check comes with the ${formatPrice(membership.pence)} that is due, usually within ${firstChargeDelayText}.`;
const day = (instant: string) => formatDate(londonDate(new Date(instant)));

/** The number of sources that have a result or are unavailable. */
const answeredOf = (steps: readonly FullCheckStep[]): number =>
  steps.filter(({ state }) => state === 'answered' || state === 'unavailable').length;

const writing = 'Writing your report…';
const hasAll = (steps: readonly FullCheckStep[]): boolean => steps.length > 0 && answeredOf(steps) === steps.length;

/**
 * Texts of unlocking the full check for signed-in readers, loaded only for them; those that the specification
 * prescribes are verbatim.
 */
export const messages = {
  credit: (credits: number) => `${credits} credit available - Click to unlock`,
  noCredit: 'No credits remaining (resets next billing period)',
  useCredit: 'Use your credit for the full check before you pay.',
  useCreditAgain: 'Use your credit for a new full check before you pay.',
  upgrading: 'Paying…',
  completed: 'Full VDI Check Completed',
  completedAt: (at: string) => `Checked on ${at}.`,
  isRetrying: 'One part is missing. We ask again at no cost.',
  checkAgain: 'A new check uses this period’s credit.',
  running: (steps: readonly FullCheckStep[]) =>
    steps.length === 0 ? 'Checking…' : hasAll(steps) ? writing : `Checking… ${answeredOf(steps)} of ${steps.length}`,
  reading: 'Loading your plan',

  price: {
    credit: 'Uses this period’s full check. You get it back if the registers don’t answer.',
    due,
    pay: (pence: number = membership.pence) =>
      `${formatPrice(pence)} now, then ${monthly}. This full check is included.`,
  },
  short: {
    credit: 'Included in your membership',
    due,
    pay: (pence: number = membership.pence) => `${formatPrice(pence)} now, then ${monthly}. You confirm it next.`,
    failed: 'We couldn’t complete the check.',
  },
  resets: (at: string) => `Your next full check comes on ${day(at)}.`,
  endsBefore: (at: string) => `Your membership ends on ${day(at)} without another check.`,

  steps: {
    VDI: 'Asking police, insurers and lenders',
    DVSA: 'Asking DVSA',
    DVLA: 'Asking DVLA',
    UKVD: 'Asking UK Vehicle Data',
    VALUATION: 'Asking for the valuation',
  } satisfies Record<FullCheckStepName, string>,
  progress: 'Progress of the full check',
  answered: (steps: readonly FullCheckStep[]) =>
    hasAll(steps) ? writing : `Full check running: ${answeredOf(steps)} of ${steps.length} answered`,
  goesOn: 'You can leave this page.',

  announceDone: 'It is in your report.',

  failedTitle: 'Failed to perform VDI check',
  sessionEnded: 'User not authenticated. Your session has ended.',
  signIn: 'Sign in again and unlock.',
  failedStart: (why = '') => `Failed to use credit. ${why}Try again. No second credit is used.`,
  retry: {
    soon: 'Try again in a few minutes.',
    tomorrow: 'Try again tomorrow.',
    never: 'You can use it for another car.',
  } satisfies Record<FullCheckRetryTiming, string>,
  support: 'Write to us',
  readMore: 'Read more',
  refused: 'The full check didn’t start',
  lost: 'We lost track of the check',
  lostText: 'It continues. Your credit is used once.',

  planFailed: 'Failed to fetch subscription data.',
  again: 'Try again',
  cardNeeded: 'Payment failed',
  authenticate: 'Your bank wants you to confirm the payment.',
  pending: 'Your bank has not answered yet.',
  awaited: 'The full check starts once you have paid.',
  confirm: 'Confirm with your bank',
  anotherCard: 'Use another card',
};
