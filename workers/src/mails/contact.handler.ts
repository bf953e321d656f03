import { findContactMessage, markContactMailed } from '@ve/data/contact/contact-message.repository';
import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { JobHandler } from '@ve/server-kit/queue/job-handlers';
import { contactConfirmationMail } from './contact-confirmation.mail.ts';
import { contactMessageMail } from './contact-message.mail.ts';
import type { MailNeeds } from './mail-settings.ts';
import { sendInTurn } from './send-in-turn.ts';

/** Sends an enquiry to support, once. */
export const createContactMessageHandler =
  (needs: MailNeeds): JobHandler<'mails.contact-message'> =>
  ({ contactMessageId }, context) =>
    sendInTurn(needs, `contact-message ${contactMessageId}`, context, async (em) => {
      const message = await findContactMessage(em, contactMessageId);
      if (!message) throw new UnrecoverableJobError('no enquiry with this id');
      if (message.supportMailedAt) return null;
      return {
        mail: contactMessageMail(message, needs.mailSettings),
        mailed: (turn) => markContactMailed(turn, contactMessageId, 'support', needs.now()),
      };
    });

/** Confirms an enquiry to its sender, once. */
export const createContactConfirmationHandler =
  (needs: MailNeeds): JobHandler<'mails.contact-confirmation'> =>
  ({ contactMessageId }, context) =>
    sendInTurn(needs, `contact-confirmation ${contactMessageId}`, context, async (em) => {
      const message = await findContactMessage(em, contactMessageId);
      if (!message) throw new UnrecoverableJobError('no enquiry with this id');
      if (message.confirmationMailedAt) return null;
      return {
        mail: contactConfirmationMail(message, needs.mailSettings),
        mailed: (turn) => markContactMailed(turn, contactMessageId, 'confirmation', needs.now()),
      };
    });
