import type { EntityManager } from '@mikro-orm/postgresql';
import { applyReceipt } from '@ve/data/messaging/texts/receipt.repository';
import { returnSilentTexts, takeSilentTexts } from '@ve/data/messaging/texts/text.repository';
import { faultOfCode } from '@ve/providers/text/twilio-codes';
import type { TextPort } from '@ve/providers/text/text.port';

/** Networks try to deliver a text of ours for four hours at most. */
const silentMs = 6 * 3_600_000;
const most = 50;

export interface AskNeeds {
  fork: () => EntityManager;
  texts: Pick<TextPort, 'read'>;
  now: () => Date;
  isClosed: () => boolean;
}

/**
 * Asks the vendor, once each, what became of texts whose receipt has not come six hours after they were sent, and records
 * it as a receipt would be. No connection is held meanwhile, and a worker that is killed leaves one text without an answer.
 * A vendor that does not answer is asked again by a later run.
 * Returns how many were answered.
 */
export const askForReceipts = async ({ fork, texts, now, isClosed }: AskNeeds): Promise<number> => {
  const before = new Date(now().getTime() - silentMs);
  for (let answered = 0; answered < most; answered += 1) {
    const [text] = isClosed() ? [] : await takeSilentTexts(fork(), { before, limit: 1 }, now());
    if (text === undefined) return answered;
    const { id, sid } = text;
    const fate = await texts.read(sid);
    if (fate.state === 'unavailable') {
      await returnSilentTexts(fork(), [id]);
      return answered;
    }
    if (fate.state === 'unknown') continue;
    const { state, code } = fate;
    const fault = state === 'failed' ? faultOfCode(code) : null;
    await fork().transactional((em) => applyReceipt(em, { sid, textId: id, state, fault }, now()));
  }
  return most;
};
