import { Injectable } from '@nestjs/common';
import type { ContactEnquiry } from '@ve/contracts/http/contact';
import {
  addContactMessage,
  countContactMessages,
  lockContactAddress,
} from '@ve/data/contact/contact-message.repository';
import type { Context } from '@ve/data/context';
import { queueMail } from '@ve/data/mails/queue-mail';
import { ProblemError } from '@ve/server-kit/errors/problem-error';

const aDay = 86_400_000;

/** Enquiries of one address that are taken within 24 hours. */
const enquiriesADay = 5;

@Injectable()
export class ContactService {
  /**
   * Keeps an enquiry and queues the mail to support and the confirmation to its sender, all or nothing.
   * @throws ProblemError `too-many-requests` for a sixth of one address within 24 hours; nothing is kept of it
   */
  send({ em, now, correlationId }: Context, enquiry: ContactEnquiry): Promise<void> {
    return em.transactional(async (transaction) => {
      const at = now();
      const { email } = enquiry;
      // Two at once must not both be the fifth.
      await lockContactAddress(transaction, email);
      const recent = await countContactMessages(transaction, email, new Date(at.getTime() - aDay));
      if (recent >= enquiriesADay) {
        throw new ProblemError('too-many-requests', {
          retryAfterSeconds: aDay / 1_000,
          detail: 'We have taken as many messages from this e-mail address as we can in one day.',
        });
      }
      const subjectId = await addContactMessage(transaction, enquiry, at);
      for (const [template, recipient] of [
        ['contact-message', null],
        ['contact-confirmation', email],
      ] as const) {
        await queueMail(
          transaction,
          { template, recipient, subjectId, uniqueKey: `${template}.${subjectId}` },
          { now: at, correlationId },
        );
      }
    });
  }
}
