import type { MikroORM } from '@mikro-orm/postgresql';
import type { DataDisputeForm } from '@ve/contracts/http/membership/disputes';
import { addContactMessage, type NewContactMessage } from '@ve/data/messaging/contact/contact-message.repository';
import { addDataDispute } from '@ve/data/membership/dispute/dispute.repository';
import { queueMail } from '@ve/app/messaging/queue-message';
import { recordNewsletterRequest } from '@ve/data/messaging/newsletter/newsletter.repository';
import { addSignInRequest } from '@ve/data/identity/session/sign-in.repository';
import { testRows, type TestRow } from '@ve/data/testing/test-rows';
import { randomUUID } from 'node:crypto';

export interface MailRowOutcome {
  id: string;
  template: string;
  state: 'waiting' | 'claimed' | 'sent' | 'failed' | 'skipped';
  why: string | null;
}

const stateOf = (mail: TestRow<'mails'>): MailRowOutcome['state'] => {
  if (mail.sentAt !== null) return 'sent';
  if (mail.failedAt !== null) return 'failed';
  if (mail.skippedAt !== null) return 'skipped';
  return mail.claimedUntil === null ? 'waiting' : 'claimed';
};

/** Writes the rows that the BFF writes for its forms, and reads their outcome. */
export const createMailRowsFixture = (orm: MikroORM, now: () => Date) => {
  const queued = { correlationId: 'request-1' };
  return {
    /** Adds an enquiry with its two mails. */
    enquire: (enquiry: NewContactMessage): Promise<void> =>
      orm.em.fork().transactional(async (em) => {
        const { id: subjectId } = await addContactMessage(em, enquiry, now());
        for (const [template, recipient] of [
          ['contact-message', null],
          [enquiry.kind === 'complaint' ? 'complaint-confirmation' : 'contact-confirmation', enquiry.email],
        ] as const) {
          const mail = { template, recipient, subjectId };
          await queueMail(em, mail, { ...queued, now: now() });
        }
      }),

    /** Adds a dispute with its two mails. */
    dispute: (dispute: DataDisputeForm): Promise<void> =>
      orm.em.fork().transactional(async (em) => {
        const subjectId = await addDataDispute(em, { ...dispute, userId: null }, now());
        for (const [template, recipient] of [
          ['dispute', null],
          ['dispute-confirmation', dispute.email],
        ] as const) {
          const mail = { template, recipient, subjectId };
          await queueMail(em, mail, { ...queued, now: now() });
        }
      }),

    /** Adds a newsletter request for an address. */
    askForNewsletter: (email: string): Promise<void> =>
      orm.em.fork().transactional(async (em) => {
        const subjectId = await recordNewsletterRequest(em, email, now());
        const mail = { template: 'newsletter-confirm', recipient: email, subjectId, occasion: randomUUID() } as const;
        await queueMail(em, mail, { ...queued, now: now() });
      }),

    /** Adds a sign-in request of a new customer; returns its id. */
    askToSignIn: (email: string): Promise<string> =>
      orm.em.fork().transactional(async (em) => {
        const users = testRows(() => em);
        const [user = await users.add('users', { email }, now())] = await users.all('users', { email });
        const request = { userId: user.id, registration: 'AB12CDE', browserHash: null };
        const subjectId = await addSignInRequest(em, request, now());
        const mail = { template: 'sign-in-link', recipient: email, subjectId, occasion: randomUUID() } as const;
        await queueMail(em, mail, { ...queued, now: now() });
        return subjectId;
      }),

    /** Returns every mail, in insertion order. */
    all: async (): Promise<MailRowOutcome[]> => {
      const mails = await testRows(() => orm.em.fork()).all('mails');
      const inOrder = mails.toSorted(
        (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || b.template.localeCompare(a.template),
      );
      return inOrder.map((mail) => ({
        id: mail.id,
        template: mail.template,
        why: mail.failure ?? mail.skipReason,
        state: stateOf(mail),
      }));
    },
  };
};
