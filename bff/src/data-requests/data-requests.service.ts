import { Inject, Injectable } from '@nestjs/common';
import type { DataErasure, HeldDataAnswer } from '@ve/contracts/http/data-requests';
import type { Context } from '@ve/data/context';
import { queueMail } from '@ve/data/mails/queue-mail';
import {
  addDataRequest,
  countDataRequests,
  type DataRequestRow,
  eraseHeldData,
  findDataRequestByToken,
  isDataRequestLive,
  readHeldData,
} from '@ve/data/my-data/data-request.repository';
import { secretTokenHash } from '@ve/server-kit/auth/secret-token';
import { ClientAddresses } from '../platform/client-addresses.ts';
import { takeClientTurn } from '../platform/client-turn.ts';

const aDay = 86_400_000;

/** Maximum mails per address within 24 hours. */
const mailsADay = 3;
/** Maximum requests per client, over all addresses. */
const byClient = { name: 'data-requests', perHour: 20 };

/** What is held of people without an account, by a mailed link. */
@Injectable()
export class DataRequestsService {
  constructor(@Inject(ClientAddresses) private readonly addresses: ClientAddresses) {}

  /**
   * Queues the mail with the link. Statements and answer are the same for a known and an unknown address: only whoever
   * writes the mail looks it up. A fourth request within 24 hours sends nothing.
   * @throws ProblemError `too-many-requests` for a twenty-first request of one client within an hour
   */
  async request({ em, now, correlationId, client }: Context, email: string): Promise<void> {
    const sender = await this.addresses.nameOf(client);
    return em.transactional(async (transaction) => {
      const at = now();
      await takeClientTurn(transaction, byClient, sender, at);
      const recent = await countDataRequests(transaction, email, new Date(at.getTime() - aDay));
      if (recent >= mailsADay) return;
      const subjectId = await addDataRequest(transaction, email, at);
      const mail = { template: 'data-request-link', recipient: email, subjectId } as const;
      await queueMail(
        transaction,
        { ...mail, uniqueKey: `data-request-link.${subjectId}` },
        { now: at, correlationId },
      );
    });
  }

  /** What is held of the link's address. Reading it has no effect. */
  async read({ em, now }: Context, token: string): Promise<HeldDataAnswer> {
    const request = await this.#linked(em, token, now());
    return request === null
      ? { outcome: 'expired' }
      : { outcome: 'found', held: await readHeldData(em, request.email) };
  }

  /** Redeems a link: deletes what it shows, with every request of its address. */
  async erase({ em, now, correlationId }: Context, token: string): Promise<DataErasure> {
    return em.transactional(async (transaction) => {
      const at = now();
      const request = await this.#linked(transaction, token, at);
      if (request === null) return { outcome: 'expired' };
      const left = await eraseHeldData(transaction, request.email, { now: at, correlationId });
      return { outcome: 'erased', ...left };
    });
  }

  async #linked(em: Context['em'], token: string, now: Date): Promise<DataRequestRow | null> {
    const hash = secretTokenHash(token);
    const request = hash === null ? null : await findDataRequestByToken(em, hash);
    return request !== null && isDataRequestLive(request, now) ? request : null;
  }
}
