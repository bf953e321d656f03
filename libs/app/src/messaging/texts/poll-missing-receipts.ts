import type { EntityManager } from '@mikro-orm/postgresql';
import { releaseUnconfirmedTexts, claimUnconfirmedTexts } from '@ve/data/messaging/texts/text.repository';
import type { TextPort } from '@ve/providers/text/text.port';
import { applyTextReceipt } from './apply-receipt.ts';

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
 * Requests the status of texts without a receipt six hours after they were sent, once each, and records it like a receipt.
 * Holds no connection during the call; a killed worker leaves at most one text without a status. A vendor that does not
 * respond is called again by a later run. Returns how many were updated.
 */
export const pollMissingReceipts = async ({ fork, texts, now, isClosed }: ReceiptPollDeps): Promise<number> => {
  const before = new Date(now().getTime() - receiptPollAfterMs);
  for (let answered = 0; answered < most; answered += 1) {
    const [text] = isClosed() ? [] : await claimUnconfirmedTexts(fork(), { before, limit: 1 }, now());
    if (text === undefined) return answered;
    const { id, sid } = text;
    const sent = await texts.read(sid);
    if (sent.state === 'unavailable') {
      await releaseUnconfirmedTexts(fork(), [id]);
      return answered;
    }
    if (sent.state === 'unknown') continue;
    await applyTextReceipt({ em: fork(), now }, { sid, ...sent }, id);
  }
  return most;
};
