import type { Context } from '@ve/data/kernel/context';
import { recordTextReceipt } from '@ve/data/messaging/texts/text-receipt.repository';
import { recordTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import { resendSuffix } from '@ve/data/messaging/texts/text-resend.repository';
import { describeTwilioFailure } from '@ve/providers/text/twilio-error-codes';
import type { TwilioReceipt } from '@ve/providers/text/twilio-receipt';

/**
 * Applies a receipt, or the response to our request, to a text. A number that cannot receive texts is opted out; a number
 * whose handset was off, only when it was off the next day too, when its text was sent again. `textId`: our id of the text,
 * from the URL to which the receipt was sent.
 */
export const applyTextReceipt = (
  { em, now }: Pick<Context, 'em' | 'now'>,
  { sid, state, code }: TwilioReceipt,
  textId: string | null,
): Promise<void> =>
  em.transactional(async (transaction) => {
    const fault = state === 'failed' ? describeTwilioFailure(code) : null;
    const receipt = { sid, textId, state, failure: fault?.failure ?? null };
    const text = await recordTextReceipt(transaction, receipt, now());
    if (text === null || !text.changed || fault?.stop == null) return;
    if (fault.again === true && !text.uniqueKey.endsWith(resendSuffix)) return;
    await recordTextOptOut(transaction, { phone: text.recipient, reason: fault.stop }, now());
  });
