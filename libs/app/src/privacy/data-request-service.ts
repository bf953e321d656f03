import type { DataErasure, PersonalDataAnswer } from '@ve/contracts/http/privacy/data-requests';
import type { Context } from '@ve/data/kernel/context';
import { enqueueStripeCustomerDeletions } from '@ve/data/membership/customer/customer.repository';
import {
  addPersonalDataRequest,
  type PersonalDataRequestRow,
  deletePersonalDataOutsideAccounts,
  findPersonalDataRequestByTokenHash,
  readPersonalDataOutsideAccounts,
} from '@ve/data/privacy/my-data/data-request.repository';
import { isWithinLifetime } from '@ve/domain/identity/mailed-link';
import { dataRequestLinkLifetimeMs } from '@ve/domain/privacy/lifetimes';
import { secretTokenHash } from '../kernel/secret-token.ts';
import type { PublicMailRequestService } from '../messaging/mails/request-mail.ts';

/** Maximum requests per client, over all addresses. */
const byClient = { name: 'data-requests', perHour: 20 };

/** The personal data of people without an account, by a mailed link. */
export class PersonalDataRequestService {
  constructor(private readonly mails: PublicMailRequestService) {}

  /**
   * Queues the mail with the link, at most three a day. Statements and response are the same for a known and an unknown
   * address: only the worker that writes the mail looks it up.
   * @throws ProblemError `too-many-requests` for a client's twenty-first request within an hour
   */
  request(context: Context, { email }: { email: string }): Promise<void> {
    return this.mails.request(context, {
      template: 'data-request-link',
      recipient: email,
      byClient,
      subject: (em, now) => addPersonalDataRequest(em, email, now),
    });
  }

  /** The personal data of the link's address. Reading it has no effect. */
  async read({ em, now }: Context, { token }: { token: string }): Promise<PersonalDataAnswer> {
    const request = await findLinked(em, token, now());
    return request === null
      ? { outcome: 'expired' }
      : { outcome: 'found', held: await readPersonalDataOutsideAccounts(em, request.email) };
  }

  /** Redeems a link: deletes the data that it shows, and every request of its address. */
  async erase({ em, now, correlationId }: Context, { token }: { token: string }): Promise<DataErasure> {
    return em.transactional(async (transaction) => {
      const at = now();
      const request = await findLinked(transaction, token, at);
      if (request === null) return { outcome: 'expired' };
      return {
        outcome: 'erased',
        ...(await erasePersonalDataOutsideAccounts(transaction, request.email, { now: at, correlationId })),
      };
    });
  }
}

/**
 * Deletes the data held about an address outside of accounts, in the caller's transaction; a job deletes the Stripe
 * customers of the deleted sign-ups. Returns how many entries were deleted, not counting records of mails and searches,
 * and how many of each are kept.
 */
export const erasePersonalDataOutsideAccounts = async (
  em: Context['em'],
  email: string,
  queued: { now: Date; correlationId: string },
): Promise<Omit<Extract<DataErasure, { outcome: 'erased' }>, 'outcome'>> => {
  const { customers, ...erased } = await deletePersonalDataOutsideAccounts(em, email);
  await enqueueStripeCustomerDeletions(em, customers, queued);
  return erased;
};

const findLinked = async (em: Context['em'], token: string, now: Date): Promise<PersonalDataRequestRow | null> => {
  const hash = secretTokenHash(token);
  const request = hash === null ? null : await findPersonalDataRequestByTokenHash(em, hash);
  return request !== null && isWithinLifetime(request.createdAt, dataRequestLinkLifetimeMs, now) ? request : null;
};
