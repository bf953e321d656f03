import type { DataErasure, PersonalDataAnswer } from '@ve/contracts/http/privacy/data-requests';
import type { Context } from '@ve/data/kernel/context';
import { enqueueCustomerDeletions } from '@ve/data/membership/customer/customer.repository';
import {
  addDataRequest,
  type DataRequestRow,
  deletePersonalData,
  findDataRequestByToken,
  isDataRequestLive,
  readPersonalData,
} from '@ve/data/privacy/my-data/data-request.repository';
import { secretTokenHash } from '../kernel/secret-token.ts';
import type { RequestedMailService } from '../messaging/mails/request-mail.ts';

/** Maximum requests per client, over all addresses. */
const byClient = { name: 'data-requests', perHour: 20 };

/** The personal data of people without an account, by a mailed link. */
export class DataRequestService {
  constructor(private readonly mails: RequestedMailService) {}

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
      subject: (em, now) => addDataRequest(em, email, now),
    });
  }

  /** The personal data of the link's address. Reading it has no effect. */
  async read({ em, now }: Context, { token }: { token: string }): Promise<PersonalDataAnswer> {
    const request = await findLinked(em, token, now());
    return request === null
      ? { outcome: 'expired' }
      : { outcome: 'found', held: await readPersonalData(em, request.email) };
  }

  /** Redeems a link: deletes the data that it shows, and every request of its address. */
  async erase({ em, now, correlationId }: Context, { token }: { token: string }): Promise<DataErasure> {
    return em.transactional(async (transaction) => {
      const at = now();
      const request = await findLinked(transaction, token, at);
      if (request === null) return { outcome: 'expired' };
      return {
        outcome: 'erased',
        ...(await erasePersonalData(transaction, request.email, { now: at, correlationId })),
      };
    });
  }
}

/**
 * Deletes the data held about an address outside of accounts, in the caller's transaction; a job deletes the Stripe
 * customers of the deleted sign-ups. Returns how many entries were deleted, not counting records of mails and searches,
 * and how many of each are kept.
 */
export const erasePersonalData = async (
  em: Context['em'],
  email: string,
  queued: { now: Date; correlationId: string },
): Promise<Omit<Extract<DataErasure, { outcome: 'erased' }>, 'outcome'>> => {
  const { customers, ...erased } = await deletePersonalData(em, email);
  await enqueueCustomerDeletions(em, customers, queued);
  return erased;
};

const findLinked = async (em: Context['em'], token: string, now: Date): Promise<DataRequestRow | null> => {
  const hash = secretTokenHash(token);
  const request = hash === null ? null : await findDataRequestByToken(em, hash);
  return request !== null && isDataRequestLive(request, now) ? request : null;
};
