import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import {
  addAnswerMail,
  countWaitingForAnswer,
  isAnswerMailOffered,
  type AnswerMailReader,
  takeVehiclesToRetry,
} from '@ve/data/report/report-ready-mail.repository';
import {
  countUnfinishedVehicleFetches,
  insertVehicleFetch,
  lockVehicleFetchAdmission,
} from '@ve/data/vehicle/vehicle-fetch/vehicle-fetch.repository';
import { sourceRetries, sourceRetryDelayMs } from '@ve/domain/vehicle/record/source-retries';
import type { ClientAddressHasher } from '../jobs/client-address-hasher.ts';
import { consumeClientLimit } from '../jobs/client-limit.ts';
import { type SubjectLimit, tryConsumeSubjectLimit } from '../jobs/subject-limit.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { consumeReportReadyMailLimit } from './report-ready-mails.ts';

/** Maximum requests of a visitor per client, over all addresses. */
const byClient = { name: 'answer-mail', perHour: 5 };
/** Maximum mails to an address that was entered without an account. */
const byAddress: SubjectLimit = {
  name: 'answer-mail-address',
  open: [{ perHour: 2 / 24, burst: 2 }],
  perNetwork: { perHour: 1 / 24, burst: 1 },
  shared: { perHour: 2 / 24, burst: 2 },
};

export interface AnswerMailRequest {
  registration: string;
  reader: AnswerMailReader;
}

/** Mails to readers about whose vehicle no source answered. */
export class AnswerMailService {
  constructor(private readonly addresses: ClientAddressHasher) {}

  /**
   * Requests one mail for when a source answers; returns `ready-now` if the vehicle's last fetch did not fail just now.
   * A second request while the first waits changes nothing. An address beyond its limit gets no mail; the response does
   * not reveal that.
   * @throws ProblemError `too-many-requests` beyond the limit of the account, or of a visitor's client; `busy` when as
   * many readers wait as the sources can be asked for
   */
  async request(context: Context, { registration, reader }: AnswerMailRequest): Promise<'will-be-sent' | 'ready-now'> {
    const sender = await this.addresses.nameOf(context.client);
    const use = 'email' in reader ? await this.addresses.limitUseOf(reader.email, context.client) : null;
    return context.em.transactional(async (em) => {
      const now = context.now();
      if (use !== null) await consumeClientLimit(em, { limit: byClient, client: sender }, now);
      const asked = { registration, now, sinceMs: sourceRetries.offeredForMs };
      if (!(await isAnswerMailOffered(em, asked))) return 'ready-now';
      if (use !== null && !(await tryConsumeSubjectLimit(em, { limit: byAddress, use }, now)).taken)
        return 'will-be-sent';
      const { maxWaiting } = sourceRetries;
      const waiting = await countWaitingForAnswer(em, registration);
      if (waiting.all >= maxWaiting.all || waiting.ofVehicle >= maxWaiting.ofVehicle) {
        throw new ProblemError('busy', { retryAfterSeconds: sourceRetries.offeredForMs / 1_000 });
      }
      const isAdded = await addAnswerMail(
        em,
        { registration, reader },
        {
          now,
          retryUntil: new Date(now.getTime() + sourceRetries.hours * 3_600_000),
          nextFetchAt: new Date(now.getTime() + sourceRetryDelayMs(0)),
        },
      );
      if (isAdded && 'userId' in reader) await consumeReportReadyMailLimit(em, reader.userId, now);
      return 'will-be-sent';
    });
  }
}

/**
 * Asks the sources again about vehicles for which readers wait, a few in each run. The end of the fetch queues their
 * mails, as does any other fetch of the vehicle. Returns how many fetches were started.
 */
export const retryUnansweredVehicles = (outside: EntityManager, now: Date): Promise<number> =>
  outside.transactional(async (em) => {
    await lockVehicleFetchAdmission(em);
    // Readers who look at a vehicle now come first.
    const { all } = await countUnfinishedVehicleFetches(em, '');
    const limit = Math.min(sourceRetries.vehiclesPerMinute, sourceRetries.maxUnfinishedFetches - all);
    if (limit <= 0) return 0;
    const registrations = await takeVehiclesToRetry(em, {
      now,
      limit,
      delayMs: (count) => sourceRetryDelayMs(count + 1),
    });
    let started = 0;
    for (const registration of registrations) {
      const correlationId = 'maintenance';
      const fetch = await insertVehicleFetch(em, { registration, correlationId, now });
      // Another reader's fetch of the vehicle is as good.
      if (fetch === null) continue;
      const payload = { fetchId: fetch.id, correlationId };
      await addToOutbox(em, { jobName: 'vehicle-fetches.run', payload }, { now });
      started += 1;
    }
    return started;
  });
