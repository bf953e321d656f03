import { Injectable } from '@nestjs/common';
import type { Context } from '@ve/data/kernel/context';
import { addInboundText } from '@ve/data/messaging/texts/inbound-text.repository';
import { isPhoneOfCustomer } from '@ve/data/membership/phone/phone.repository';
import { queueText } from '@ve/data/messaging/texts/queue-text';
import { applyReceipt } from '@ve/data/messaging/texts/receipt.repository';
import { removeTextOptOut, recordTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import { hasTextTo } from '@ve/data/messaging/texts/text.repository';
import { ukMobile } from '@ve/domain/kernel/phone/uk-mobile';
import { failureOfTwilioCode } from '@ve/providers/text/twilio-codes';
import type { TwilioInbound, TwilioReceipt } from '@ve/providers/text/twilio-receipt';

const aDayMs = 24 * 3_600_000;

@Injectable()
export class TwilioWebhookService {
  /** Updates a text by its receipt, and applies the receipt's information about the number. */
  take({ em, now }: Context, { sid, state, code }: TwilioReceipt, textId: string | null): Promise<void> {
    const fault = state === 'failed' ? failureOfTwilioCode(code) : null;
    return em.transactional((transaction) => applyReceipt(transaction, { sid, textId, state, fault }, now()));
  }

  /**
   * Carries out the command of an inbound text, once: stops texts to its number, allows them again, or replies. A reply
   * costs us, so only the UK mobile number of an account gets one. From a number that floods us, only STOP counts.
   */
  recordInboundText({ em, now, correlationId }: Context, { sid, from, word, answered }: TwilioInbound): Promise<void> {
    return em.transactional(async (transaction) => {
      const at = now();
      const id = await addInboundText(transaction, { sid, phone: from, word }, at);
      if (id === 'known') return;
      if (word === 'stop') await recordTextOptOut(transaction, from, 'stop', at);
      if (id === 'too-many') return;
      if (word === 'start') await removeTextOptOut(transaction, from);
      if (word !== 'help' || answered) return;
      if (ukMobile(from) !== from || !(await isPhoneOfCustomer(transaction, from))) return;
      const since = new Date(at.getTime() - aDayMs);
      if (await hasTextTo(transaction, { template: 'help', recipient: from, since })) return;
      const text = { template: 'help', recipient: from, subjectId: id, uniqueKey: `help.${id}` } as const;
      await queueText(transaction, text, { now: at, correlationId });
    });
  }
}
