import type { EntityManager } from '@mikro-orm/postgresql';
import {
  releaseClaimsOfUnconfirmedTexts,
  claimUnconfirmedTexts,
  textResendKeySuffix,
} from '@ve/data/messaging/texts/text.repository';
import type { TextPort } from '@ve/providers/text/text.port';
import type { Context } from '@ve/data/kernel/context';
import { recordTextReceipt } from '@ve/data/messaging/texts/text-receipt.repository';
import { recordTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import { describeTwilioFailure } from '@ve/providers/text/twilio-error-codes';
import type { TwilioReceipt } from '@ve/providers/text/twilio-receipt';

/**
 * Applies a receipt, or the response to our request, to a text. A number that cannot receive texts is opted out; a
 * number whose handset was off, only when it was off the next day too, when its text was sent again. `textId`: our id
 * of the text, from the URL to which the receipt was sent.
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
    if (fault.again === true && !text.uniqueKey.endsWith(textResendKeySuffix)) return;
    await recordTextOptOut(transaction, { phone: text.recipient, reason: fault.stop }, now());
  });

/** Networks try to deliver a text for at most four hours. */
const receiptPollAfterMs = 6 * 3_600_000;
const most = 50;

export interface ReceiptPollDeps {
  fork: () => EntityManager;
  texts: Pick<TextPort, 'read'>;
  now: () => Date;
  isClosed: () => boolean;
}

/**
 * Requests the status of texts without a receipt six hours after they were sent, once each, and records it like a
 * receipt. Holds no connection during the call; a killed worker leaves at most one text without a status. A vendor that
 * does not respond is called again by a later run. Returns how many were updated.
 */
export const pollMissingReceipts = async ({ fork, texts, now, isClosed }: ReceiptPollDeps): Promise<number> => {
  const before = new Date(now().getTime() - receiptPollAfterMs);
  for (let answered = 0; answered < most; answered += 1) {
    const [text] = isClosed() ? [] : await claimUnconfirmedTexts(fork(), { before, limit: 1 }, now());
    if (text === undefined) return answered;
    const { id, sid } = text;
    const sent = await texts.read(sid);
    if (sent.state === 'unavailable') {
      await releaseClaimsOfUnconfirmedTexts(fork(), [id]);
      return answered;
    }
    if (sent.state === 'unknown') continue;
    await applyTextReceipt({ em: fork(), now }, { sid, ...sent }, id);
  }
  return most;
};
