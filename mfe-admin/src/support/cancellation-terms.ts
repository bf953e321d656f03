import { formatCountWithNoun } from '@ve/domain/kernel/text/phrases';
import type { LastChargeRefund } from '@ve/contracts/http/membership/cancellation-summary';
import type { Subscription } from '@ve/contracts/http/membership/subscription';
import { formatPrice } from '@ve/domain/kernel/money/format-price';
import { formatInstantShort } from '@ve/domain/kernel/time/format-date';

/** The refund by the rule, as text. */
export function refundTermsText({ kind, pence, daysLeft, fullCheckPence = 0 }: LastChargeRefund): string {
  if (kind === 'none') return 'no refund';
  const whole = kind === 'full' ? 'the whole last charge' : 'the unused days';
  const days = daysLeft === undefined ? whole : formatCountWithNoun(daysLeft, 'unused whole day');
  const deduction = fullCheckPence === 0 ? '' : `, less ${formatPrice(fullCheckPence)} for the check used`;
  return `${formatPrice(pence)} refunded for ${days}${deduction}`;
}

/** The effects of cancelling now, as text. */
export const cancellationTermsText = ({
  endsAt,
  endsImmediately,
  refund,
}: NonNullable<Subscription['ifCancelled']>): string =>
  `Ends ${endsImmediately ? 'at once' : formatInstantShort(endsAt)}; ${refundTermsText(refund)}`;
