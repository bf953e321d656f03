import { Inject, Injectable } from '@nestjs/common';
import type { DataErasure, PersonalDataAnswer } from '@ve/contracts/http/privacy/data-requests';
import type { Context } from '@ve/data/kernel/context';
import {
  addDataRequest,
  type DataRequestRow,
  erasePersonalData,
  findDataRequestByToken,
  isDataRequestLive,
  readPersonalData,
} from '@ve/data/privacy/my-data/data-request.repository';
import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { RequestedMails } from '@ve/app/messaging/mails/request-mail';

/** Maximum requests per client, over all addresses. */
const byClient = { name: 'data-requests', perHour: 20 };

/** The personal data of people without an account, by a mailed link. */
@Injectable()
export class DataRequestsService {
  constructor(@Inject(RequestedMails) private readonly mails: RequestedMails) {}

  /**
   * Queues the mail with the link, at most three a day. Statements and response are the same for a known and an unknown
   * address: only the worker that writes the mail looks it up.
   * @throws ProblemError `too-many-requests` for a client's twenty-first request within an hour
   */
  request(context: Context, email: string): Promise<void> {
    return this.mails.request(context, {
      template: 'data-request-link',
      recipient: email,
      byClient,
      subject: (em, now) => addDataRequest(em, email, now),
    });
  }

  /** The personal data of the link's address. Reading it has no effect. */
  async read({ em, now }: Context, token: string): Promise<PersonalDataAnswer> {
    const request = await this.#linked(em, token, now());
    return request === null
      ? { outcome: 'expired' }
      : { outcome: 'found', held: await readPersonalData(em, request.email) };
  }

  /** Redeems a link: deletes the data that it shows, and every request of its address. */
  async erase({ em, now, correlationId }: Context, token: string): Promise<DataErasure> {
    return em.transactional(async (transaction) => {
      const at = now();
      const request = await this.#linked(transaction, token, at);
      if (request === null) return { outcome: 'expired' };
      const left = await erasePersonalData(transaction, request.email, { now: at, correlationId });
      return { outcome: 'erased', ...left };
    });
  }

  async #linked(em: Context['em'], token: string, now: Date): Promise<DataRequestRow | null> {
    const hash = secretTokenHash(token);
    const request = hash === null ? null : await findDataRequestByToken(em, hash);
    return request !== null && isDataRequestLive(request, now) ? request : null;
  }
}
