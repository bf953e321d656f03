import {
  addNewsletterToken,
  findConfirmation,
  markConfirmationMailed,
} from '@ve/data/newsletter/newsletter.repository';
import { newSecretToken } from '@ve/server-kit/auth/secret-token';
import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { JobHandler } from '@ve/server-kit/queue/job-handlers';
import type { MailNeeds } from './mail-settings.ts';
import { newsletterConfirmMail } from './newsletter-confirm.mail.ts';
import { sendInTurn } from './send-in-turn.ts';

/**
 * Asks the owner of an address to confirm, once; not when the address is on the list already. The tokens are made here
 * and leave in the mail alone: what is stored is their hash, and that before the mail goes, so that a link works even if
 * nobody lives to note that it was sent.
 */
export const createNewsletterConfirmHandler =
  (needs: MailNeeds): JobHandler<'mails.newsletter-confirm'> =>
  ({ confirmationId }, context) =>
    sendInTurn(needs, `newsletter-confirm ${confirmationId}`, context, async (em) => {
      const confirmation = await findConfirmation(em, confirmationId);
      if (!confirmation) throw new UnrecoverableJobError('no confirmation with this id');
      if (confirmation.mailedAt || confirmation.subscribed) return null;
      const confirm = newSecretToken();
      const unsubscribe = newSecretToken();
      await needs.orm.em.fork().transactional(async (apart) => {
        const { subscriptionId } = confirmation;
        const now = needs.now();
        await addNewsletterToken(apart, { subscriptionId, kind: 'confirm', tokenHash: confirm.hash, now });
        await addNewsletterToken(apart, { subscriptionId, kind: 'unsubscribe', tokenHash: unsubscribe.hash, now });
      });
      const tokens = { confirm: confirm.token, unsubscribe: unsubscribe.token };
      return {
        mail: newsletterConfirmMail(confirmation, tokens, needs.mailSettings),
        mailed: (turn) => markConfirmationMailed(turn, confirmationId, needs.now()),
      };
    });
