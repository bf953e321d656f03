import type { MailBounceOrComplaint } from '@ve/contracts/http/messaging/webhooks';
import type { Context } from '@ve/data/kernel/context';
import { suppressMailAddress } from '@ve/data/messaging/mails/mail-suppression.repository';
import { hasMailToRecipient, markMailBounced } from '@ve/data/messaging/mails/mail.repository';
import type { MessageListener } from '../queue-message.ts';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';

/** Our Message-IDs: the id of the mail at the sender's domain. */
const messageIdPattern = /^<?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@[^@\s]+>?$/;

/**
 * Suppresses the address of a permanent bounce or a complaint from the time of the event, and marks the bounced mail.
 * An address that we never wrote to is not stored: the relay may serve other senders too. A repeated event, or one from
 * before the owner subscribed again, changes nothing.
 */
export const applyBounceAndComplaintEvents = (
  { em, now }: Context,
  { events, listener }: { events: readonly MailBounceOrComplaint[]; listener: Pick<MessageListener, 'onBounced'> },
): Promise<void> =>
  em.transactional(async (transaction) => {
    for (const { type, permanent, recipient, at: reportedAt, messageId } of events) {
      const parsed = parseEmail(recipient);
      if (!parsed.ok || !(await hasMailToRecipient(transaction, parsed.email))) continue;
      const at = new Date(Math.min(Date.parse(reportedAt), now().getTime()));
      const { email } = parsed;
      if (type === 'complaint' || permanent) await suppressMailAddress(transaction, { email, reason: type, at });
      const id = messageIdPattern.exec(messageId ?? '')?.[1];
      const bounced =
        type === 'bounce' && id !== undefined ? await markMailBounced(transaction, { id, recipient: email, at }) : null;
      if (bounced !== null && permanent) await listener.onBounced(transaction, bounced);
    }
  });
