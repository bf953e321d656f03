import { formatCountWithNoun } from '@ve/domain/kernel/text/phrases';
import type { CancellationSummary, LastChargeRefund } from '@ve/contracts/http/membership/cancellation-summary';
import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { refundArrivalTime } from '@ve/domain/membership/refund-arrival-time';
import { formatDayOfInstant, formatPence, formattedTrialPrice } from '../messages.en-gb.ts';

/** A membership that can be cancelled, with the result of cancelling it now. */
export interface CancellationPreview {
  state: Subscription['state'];
  endsAt: string;
  endsImmediately: boolean;
  refund: LastChargeRefund;
  /** The member's own price of a month. */
  monthlyPence: number;
  /** The unpaid amount of a past-due membership in pence, if known: its invoice is voided by the cancellation. */
  owedPence?: number | undefined;
}

/** The refund of a cancellation and its reason, as a sentence; null if there is none. */
function refundPreviewText({ kind, pence, daysLeft, fullCheckPence = 0 }: LastChargeRefund): string | null {
  if (kind === 'none') return null;
  const left =
    daysLeft === undefined
      ? 'for the rest of the month'
      : `for the ${formatCountWithNoun(daysLeft, 'whole day')} left of the month`;
  const why = kind === 'full' ? 'because you have not used the full check it paid for' : left;
  const check =
    fullCheckPence === 0 ? '' : ` The ${formatPence(fullCheckPence)} for the full check you used is not returned.`;
  return `You get ${formatPence(pence)} back, ${why}.${check} The refund goes to the card you paid with and appears in ${refundArrivalTime}.`;
}

/** An immediate cancellation may race with a payment from another tab or by Stripe, which is then refunded. */
const underWay = (pence: number): string => `If a payment of ${formatPence(pence)} is already under way, we return it.`;

const unpaidMessages = (pence: number | undefined): string =>
  `${pence === undefined ? 'What' : `The ${formatPence(pence)}`} you owe will not be charged.`;

/** The effects of cancelling: the refund, the end, and that nothing more is charged. */
export function cancellationPreviewText(preview: CancellationPreview): string {
  const back = refundPreviewText(preview.refund);
  const price = formatPence(preview.monthlyPence);
  const returned = underWay(preview.monthlyPence);
  const unpaid = preview.state === 'past-due' ? ` ${unpaidMessages(preview.owedPence)}` : '';
  if (back !== null) return `${back} Your membership ends at once, and nothing more will be charged.${unpaid}`;
  if (preview.state === 'trial') {
    return `It ends at once, and the ${price} will not be charged. The ${formattedTrialPrice} for the trial is not refunded. ${returned}`;
  }
  if (preview.state === 'charge-due' && preview.endsImmediately) {
    return `It ends at once, and the ${price} that is due will not be charged. ${returned}`;
  }
  return !preview.endsImmediately
    ? `It ends on ${formatDayOfInstant(preview.endsAt)}, when the time you have paid for runs out. Until then everything works as before. There is no refund, and nothing more will be charged.`
    : `It ends at once.${unpaid} There is no refund of earlier payments, and nothing more will be charged. ${returned}`;
}

/** The refund of the last charge and when it appears; null if there is none. */
export const refundConfirmationText = ({ kind, pence }: LastChargeRefund): string | null =>
  kind === 'none' ? null : `${formatPence(pence)} goes back to your card and appears in ${refundArrivalTime}.`;

/** The result of a cancellation. The server decides whether the membership has ended, not the browser's clock. */
export function cancellationSummaryText({ endsAt, refund, ended }: CancellationSummary): string {
  const end = ended
    ? `It ended on ${formatDayOfInstant(endsAt)}.`
    : `It ends on ${formatDayOfInstant(endsAt)}. Until then everything works as before.`;
  return [end, 'Nothing more will be charged.', refundConfirmationText(refund)].filter(Boolean).join(' ');
}

/** As `cancellationSummaryText`, for a cancellation just made, when a payment may still be pending. */
export const cancelledMessage = (summary: CancellationSummary): string =>
  summary.ended && summary.refund.kind === 'none'
    ? `${cancellationSummaryText(summary)} ${underWay(summary.monthlyPence)}`
    : cancellationSummaryText(summary);

/** Texts of cancelling, on every page that offers it. */
export const messages = {
  confirmation: 'A confirmation is on its way by e-mail.',
  reports: 'Your reports stay in your account.',

  dialog: {
    trialTitle: 'Cancel your trial?',
    membershipTitle: 'Cancel your membership?',
    trial: 'Cancel trial',
    membership: 'Cancel membership',
    keep: 'Keep it',
    busy: 'Cancelling…',
    failed: 'It was not cancelled',
    doneTitle: 'Cancelled',
    nothing: 'There was nothing to cancel.',
  },
} as const;
