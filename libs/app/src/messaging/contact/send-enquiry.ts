import type { ComplaintReceipt, ComplaintStatus, ContactEnquiry } from '@ve/contracts/http/messaging/contact';
import type { AffiliateApplication, AffiliateApplicationReceipt } from '@ve/contracts/http/messaging/affiliates';
import { findComplaintByToken } from '@ve/data/messaging/contact/complaint.repository';
import {
  addContactMessage,
  type ContactMessageRow,
  countContactMessagesOfEmail,
  findContactMessageByKey,
  lockContactMessagesOfEmail,
  type NewContactMessage,
} from '@ve/data/messaging/contact/contact-message.repository';
import type { Context } from '@ve/data/kernel/context';
import { queueMail } from '../queue-message.ts';
import { complaintDeadlines } from '@ve/domain/messaging/contact/complaint-deadlines';
import { secretTokenHash } from '../../kernel/secret-token.ts';
import type { ClientAddressHasher } from '../../jobs/client-address-hasher.ts';
import { consumeSupportMessageLimits } from './message-limits.ts';

/** The receipt that the sender of a complaint gets. */
const receiptOf = (reference: string, receivedAt: Date): ComplaintReceipt => {
  const { answerBy, escalationAt } = complaintDeadlines(receivedAt);
  return { reference, answerBy: answerBy.toISOString(), escalationAt: escalationAt.toISOString() };
};

/** Enquiries and complaints by the contact form, and affiliate applications. */
export class ContactEnquiryService {
  constructor(private readonly addresses: ClientAddressHasher) {}

  /**
   * Stores an enquiry and queues the mail to support and the confirmation to its sender, in one transaction. Returns
   * the receipt of a complaint, null for other enquiries. A repeated key of the address stores nothing and returns the
   * first receipt.
   * @throws ProblemError `too-many-requests` beyond the limit of one address within 24 hours, or for a client's
   * twenty-first within one hour; nothing is stored
   */
  async send(context: Context, enquiry: ContactEnquiry): Promise<ComplaintReceipt | null> {
    const { kind, reference, receivedAt } = await this.store(context, enquiry);
    return kind === 'complaint' ? receiptOf(reference, receivedAt) : null;
  }

  /**
   * Stores an affiliate application as `send` stores an enquiry, within the same limits.
   * @throws ProblemError `too-many-requests`
   */
  async apply(
    context: Context,
    { name, email, website, content, message, idempotencyKey }: AffiliateApplication,
  ): Promise<AffiliateApplicationReceipt> {
    const application = { name, email, website, content, message, idempotencyKey, kind: 'affiliate' } as const;
    const { reference, dueAt } = await this.store(context, application);
    return { reference, answerBy: dueAt.toISOString() };
  }

  private async store(
    { em, now, correlationId, client }: Context,
    message: NewContactMessage,
  ): Promise<Pick<ContactMessageRow, 'kind' | 'reference' | 'receivedAt' | 'dueAt'>> {
    const { email, kind = 'enquiry' } = message;
    const sender = await this.addresses.nameOf(client);
    const use = await this.addresses.limitUseOf(email, client);
    return em.transactional(async (transaction) => {
      const at = now();
      await lockContactMessagesOfEmail(transaction, email);
      const sent = await findContactMessageByKey(transaction, message);
      if (sent !== null) return sent;
      const countSince = (since: Date) => countContactMessagesOfEmail(transaction, email, since);
      await consumeSupportMessageLimits(transaction, { kind: 'contact', use, client: sender, countSince }, at);
      const { id: subjectId, ...added } = await addContactMessage(transaction, message, at);
      for (const [template, recipient] of [
        ['contact-message', null],
        [kind === 'complaint' ? 'complaint-confirmation' : 'contact-confirmation', email],
      ] as const) {
        await queueMail(transaction, { template, recipient, subjectId }, { now: at, correlationId });
      }
      return { ...added, kind, receivedAt: at };
    });
  }

  /** The state of a complaint, by the token of the link in its confirmation. */
  async complaint({ em }: Context, token: string): Promise<ComplaintStatus> {
    const hash = secretTokenHash(token);
    const found = hash === null ? null : await findComplaintByToken(em, hash);
    if (found === null) return { outcome: 'unknown' };
    const { reference, state, receivedAt, escalatedAt, answeredAt, closedAt } = found;
    const isClosed = state === 'closed';
    return {
      outcome: 'found',
      ...receiptOf(reference, receivedAt),
      // Pages of earlier releases know no other state of a complaint that has ended.
      state: isClosed ? 'answered' : state,
      ...(isClosed ? { closed: true } : {}),
      receivedAt: receivedAt.toISOString(),
      escalatedAt: escalatedAt?.toISOString() ?? null,
      answeredAt: (closedAt ?? answeredAt)?.toISOString() ?? null,
    };
  }
}
