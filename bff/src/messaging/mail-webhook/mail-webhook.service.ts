import { Injectable } from '@nestjs/common';
import type { MailEvent } from '@ve/contracts/http/messaging/webhooks';
import type { Context } from '@ve/data/kernel/context';
import { suppressMail } from '@ve/data/messaging/mails/mail-suppression.repository';
import { hasMailTo, markMailBounced } from '@ve/data/messaging/mails/mail.repository';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';

/** Our Message-IDs: the id of the mail, at the domain of the sender. */
const messageIdPattern = /^<?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@[^@\s]+>?$/;

@Injectable()
export class MailWebhookService {
  /**
   * Suppresses the address of a permanent bounce or a complaint, since it happened, and marks the mail that came back. An
   * address that we never wrote to is not stored: a relay may serve others too. An event that is told again, or of before
   * the owner wanted mails again, changes nothing.
   */
  receive({ em, now }: Context, events: readonly MailEvent[]): Promise<void> {
    return em.transactional(async (transaction) => {
      for (const { type, permanent, recipient, at: told, messageId } of events) {
        const parsed = parseEmail(recipient);
        if (!parsed.ok || !(await hasMailTo(transaction, parsed.email))) continue;
        const at = new Date(Math.min(Date.parse(told), now().getTime()));
        const { email } = parsed;
        if (type === 'complaint' || permanent) await suppressMail(transaction, { email, reason: type, at });
        const id = messageIdPattern.exec(messageId ?? '')?.[1];
        if (type === 'bounce' && id !== undefined) await markMailBounced(transaction, { id, recipient: email, at });
      }
    });
  }
}
