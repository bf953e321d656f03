import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '@ve/data/kernel/context';
import {
  addInboundText,
  countInboundTexts,
  isInboundTextKnown,
} from '@ve/data/messaging/texts/inbound-text.repository';
import { recordTextOptOut, removeTextOptOut } from '@ve/data/messaging/texts/text-opt-out.repository';
import { hasRecentTextTo } from '@ve/data/messaging/texts/text.repository';
import { parseUkMobile } from '@ve/domain/kernel/phone/parse-uk-mobile';
import type { TwilioInboundText } from '@ve/providers/text/twilio-receipt';
import { queueText } from '../queue-message.ts';

const aDayMs = 24 * 3_600_000;

/** Texts of one number that are recorded within a day, which is more than any genuine request needs. */
const maxPerDay = 20;

export interface InboundTextDeps {
  /** Whether an account has this number, confirmed or not. */
  isPhoneOfCustomer: (em: EntityManager, phone: string) => Promise<boolean>;
}

/** Carries out the commands of texts to our number. */
export class InboundTextService {
  readonly #deps: InboundTextDeps;

  constructor(deps: InboundTextDeps) {
    this.#deps = deps;
  }

  /**
   * Carries out the command of an inbound text, once: stops texts to its number, allows them again, or replies. A reply
   * costs us, so only the UK mobile number of an account gets one. From a number that floods us, only STOP counts.
   */
  receive({ em, now, correlationId }: Context, { sid, from, word, answered }: TwilioInboundText): Promise<void> {
    return em.transactional(async (transaction) => {
      const at = now();
      const since = new Date(at.getTime() - aDayMs);
      if (await isInboundTextKnown(transaction, sid)) return;
      const isFlood = (await countInboundTexts(transaction, from, since)) >= maxPerDay;
      const id = isFlood ? null : await addInboundText(transaction, { sid, phone: from, word }, at);
      if (id === null && !isFlood) return;
      if (word === 'stop') await recordTextOptOut(transaction, { phone: from, reason: 'stop' }, at);
      if (id === null) return;
      if (word === 'start') await removeTextOptOut(transaction, from);
      if (word !== 'help' || answered) return;
      if (parseUkMobile(from) !== from || !(await this.#deps.isPhoneOfCustomer(transaction, from))) return;
      if (await hasRecentTextTo(transaction, { template: 'help', recipient: from, since })) return;
      await queueText(transaction, { template: 'help', recipient: from, subjectId: id }, { now: at, correlationId });
    });
  }
}
