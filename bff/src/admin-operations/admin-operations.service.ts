import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf } from '@ve/contracts/endpoint';
import type {
  listScheduledJobs,
  listVendors,
  OutboxStanding,
  readQueues,
  VendorStanding,
} from '@ve/contracts/http/admin-operations';
import type { Context } from '@ve/data/context';
import { findVendorStandings, type VendorStanding as FoundVendor } from '@ve/data/limit/vendor-minute.repository';
import { findScheduledJobs, type ScheduledJobRow } from '@ve/data/operations/scheduled-job.repository';
import { countGivenUpJobs } from '@ve/data/outbox/given-up-job.repository';
import { outboxBacklog } from '@ve/data/outbox/outbox.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import { standingsOf } from '@ve/server-kit/queue/watched-queue';
import { LOGGER } from '../platform/tokens.ts';
import { StaffQueues } from './staff-queues.ts';

const aMinute = 60_000;

/** Every vendor that is called, by the name that its adapter reports: one without calls is shown too. */
const vendors = ['DVLA', 'DVSA', 'UKVD', 'UKVD VdiCheckFull', 'UKVD ValuationData', 'IdealPostcodes', 'Stripe', 'SMTP'];

@Injectable()
export class AdminOperationsService {
  constructor(
    @Inject(StaffQueues) private readonly queues: StaffQueues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async readQueues({ correlationId }: Context): Promise<AnswerOf<typeof readQueues>> {
    try {
      const queues = await standingsOf(await this.queues.open());
      return {
        outcome: 'read',
        queues: queues.map(({ oldestWaitingAt, ...each }) => ({
          ...each,
          oldestWaitingAt: oldestWaitingAt?.toISOString() ?? null,
        })),
      };
    } catch (error) {
      this.logger.warn({ err: error, requestId: correlationId }, 'the queues do not answer staff');
      return { outcome: 'unreachable' };
    }
  }

  async readOutbox({ em, now }: Context): Promise<OutboxStanding> {
    return { ...(await outboxBacklog(em, now())), givenUp: await countGivenUpJobs(em, { seen: false }) };
  }

  async listScheduledJobs({ em, now }: Context): Promise<AnswerOf<typeof listScheduledJobs>> {
    const at = now();
    return { jobs: (await findScheduledJobs(em)).map((job) => toScheduledJob(job, at)) };
  }

  async listVendors({ em, now }: Context): Promise<AnswerOf<typeof listVendors>> {
    const at = now();
    const found = await findVendorStandings(em, at);
    const names = [...vendors, ...found.map(({ vendor }) => vendor)];
    return {
      vendors: [...new Set(names)].map((vendor) =>
        toVendor(
          vendor,
          found.find((each) => each.vendor === vendor),
          at,
        ),
      ),
    };
  }
}

function toScheduledJob({ everyMs, startedAt, endedAt, ...job }: ScheduledJobRow, now: Date) {
  const isLate = now.getTime() > endedAt.getTime() + 2 * everyMs + aMinute;
  return {
    name: job.name,
    everySeconds: everyMs / 1_000,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
    nextAt: new Date(endedAt.getTime() + everyMs).toISOString(),
    state: isLate ? ('late' as const) : job.failures > 0 ? ('failing' as const) : ('ok' as const),
    failures: job.failures,
    why: job.why,
  };
}

const noCalls = { calls: 0, errors: 0, limited: 0, refusedByBreaker: 0 };

function toVendor(vendor: string, found: FoundVendor | undefined, now: Date): VendorStanding {
  if (found === undefined) return { vendor, state: 'quiet', hour: noCalls, day: noCalls, budget: null };
  return { vendor, state: stateOf(found, now), hour: found.hour, day: found.day, budget: found.today };
}

/** A minute that has an answer and an error counts as answered. */
function stateOf({ hour, answeredAt, failedAt, refusedByBreakerAt }: FoundVendor, now: Date): VendorStanding['state'] {
  const answered = answeredAt?.getTime() ?? 0;
  const refused = refusedByBreakerAt?.getTime() ?? 0;
  if (refused > answered && refused > now.getTime() - 2 * aMinute) return 'breaker-open';
  if (hour.calls + hour.limited + hour.refusedByBreaker === 0) return 'quiet';
  return (failedAt?.getTime() ?? 0) > answered ? 'failing' : 'ok';
}
