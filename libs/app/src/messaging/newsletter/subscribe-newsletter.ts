import type { NewsletterConfirmation } from '@ve/contracts/http/messaging/newsletter';
import type { Context } from '@ve/data/kernel/context';
import { isMailStreamOptedOut, removeMailOptOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import {
  lockNewsletterToken,
  markNewsletterConfirmed,
  markNewsletterTokenUsed,
  recordNewsletterRequest,
} from '@ve/data/messaging/newsletter/newsletter.repository';
import { secretTokenHash } from '../../kernel/secret-token.ts';
import type { PublicMailRequestService } from '../mails/request-mail.ts';

/** Maximum requests per client, over all addresses. */
const byClient = { name: 'newsletter', perHour: 20 };

/** Subscribes addresses to the newsletter, once their owners confirm. */
export class NewsletterSubscriptionService {
  constructor(private readonly mails: PublicMailRequestService) {}

  /**
   * Queues the mail that asks the mailbox's owner to confirm, at most three a day. The response is the same for a
   * subscribed, unknown or unsubscribed address, so that it does not reveal which.
   * @throws ProblemError `too-many-requests` for a client's twenty-first request within an hour
   */
  request(context: Context, email: string): Promise<void> {
    return this.mails.request(context, {
      template: 'newsletter-confirm',
      recipient: email,
      byClient,
      subject: (em, now) => recordNewsletterRequest(em, email, now),
    });
  }

  /**
   * Redeems a confirm link: its address is subscribed from now on. A link works once; redeeming it again, or another
   * link of a subscribed address, reports that it is subscribed. The database is queried only for well-formed tokens.
   */
  async confirm({ em, now }: Context, token: string): Promise<NewsletterConfirmation> {
    const hash = secretTokenHash(token);
    if (hash === null) return { outcome: 'expired' };
    return em.transactional(async (transaction) => {
      const at = now();
      const link = await lockNewsletterToken(transaction, hash, 'confirm');
      if (!link) return { outcome: 'expired' };
      const left = await isMailStreamOptedOut(transaction, link.email, 'newsletter');
      if (link.confirmedAt !== null && !left) return { outcome: 'already-confirmed' };
      if (link.usedAt !== null || link.expiresAt === null || link.expiresAt <= at) return { outcome: 'expired' };
      await markNewsletterConfirmed(transaction, link.id, at);
      await removeMailOptOut(transaction, { email: link.email, stream: 'newsletter' }, at);
      await markNewsletterTokenUsed(transaction, hash, at);
      return { outcome: 'confirmed' };
    });
  }
}
