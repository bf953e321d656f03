import { Inject, Injectable } from '@nestjs/common';
import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type {
  listOrphanSubscriptionsEndpoint,
  listScheduledJobsEndpoint,
  listVendorsEndpoint,
  OutboxSummary,
  readQueuesEndpoint,
  ScheduledJob,
  ServiceStatus,
  VendorStatus,
} from '@ve/contracts/http/operations/admin-operations';
import { readServiceStatus, scheduledJobStateOf, vendorStateOf } from '@ve/app/operations/service-status';
import type { Context } from '@ve/data/kernel/context';
import { findVendorStatuses, type VendorStatus as FoundVendor } from '@ve/data/jobs/limit/vendor-call-count.repository';
import { findScheduledJobs, type ScheduledJobRow } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import { countDeadLetters } from '@ve/data/jobs/outbox/dead-letter.repository';
import { readOutboxBacklog } from '@ve/data/jobs/outbox/outbox.repository';
import {
  countOrphanSubscriptions,
  listOrphanSubscriptions as findOrphanSubscriptions,
} from '@ve/data/membership/subscription/orphan-subscription.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import { type QueueStatus as FoundQueue, readQueueStatuses } from '@ve/server-kit/queue/read-only-queue';
import { LOGGER_TOKEN } from '../../platform/injection-tokens.ts';
import { StaffQueues } from './staff-queues.ts';

/** Maximum orphaned charges that are shown; the first ones reveal what is wrong. */
const maxOrphans = 100;

/** Every vendor that is called, by the name that its adapter reports; vendors without calls are shown too. */
const vendors = [
  'DVLA',
  'DVSA',
  'UKVD',
  'UKVD VdiCheckFull',
  'UKVD ValuationData',
  'UKVD VehicleImageData',
  'IdealPostcodes',
  'Stripe',
  'SMTP',
  'Twilio',
];

@Injectable()
export class AdminServiceStatusService {
  constructor(
    @Inject(StaffQueues) private readonly queues: StaffQueues,
    @Inject(LOGGER_TOKEN) private readonly logger: Logger,
  ) {}

  async readQueues(context: Context): Promise<EndpointAnswerBody<typeof readQueuesEndpoint>> {
    const queues = await this.#readQueueStatuses(context);
    if (queues === null) return { outcome: 'unreachable' };
    return {
      outcome: 'read',
      queues: queues.map(({ oldestWaitingAt, ...each }) => ({
        ...each,
        oldestWaitingAt: oldestWaitingAt?.toISOString() ?? null,
      })),
    };
  }

  /** Null, and a line in the log, when the queues do not answer. */
  async #readQueueStatuses({ correlationId }: Context): Promise<FoundQueue[] | null> {
    try {
      return await readQueueStatuses(await this.queues.open());
    } catch (error) {
      this.logger.warn(
        { event: 'staff_queues_unavailable', err: error, requestId: correlationId },
        'The queues did not answer the staff area.',
      );
      return null;
    }
  }

  /** @see readServiceStatusEndpoint of the contract; the vendors' state may be fifteen seconds old. */
  async readServiceStatus(context: Context): Promise<ServiceStatus> {
    const queues = await this.#readQueueStatuses(context);
    return readServiceStatus(context.em, queues, context.now());
  }

  async readOutbox({ em, now }: Context): Promise<OutboxSummary> {
    return { ...(await readOutboxBacklog(em, now())), deadLetters: await countDeadLetters(em, { seen: false }) };
  }

  async listScheduledJobs({ em, now }: Context): Promise<EndpointAnswerBody<typeof listScheduledJobsEndpoint>> {
    const at = now();
    return { jobs: (await findScheduledJobs(em)).map((job) => toScheduledJob(job, at)) };
  }

  async listOrphanSubscriptions({ em }: Context): Promise<EndpointAnswerBody<typeof listOrphanSubscriptionsEndpoint>> {
    const subscriptions = await findOrphanSubscriptions(em, maxOrphans);
    return {
      found: await countOrphanSubscriptions(em),
      subscriptions: subscriptions.map(({ foundAt, ...orphan }) => ({ ...orphan, foundAt: foundAt.toISOString() })),
    };
  }

  async listVendors({ em, now }: Context): Promise<EndpointAnswerBody<typeof listVendorsEndpoint>> {
    const at = now();
    const found = await findVendorStatuses(em, at);
    const parts = found.filter(isPart);
    const names = [...vendors, ...found.filter((each) => !isPart(each)).map(({ vendor }) => vendor)];
    return {
      vendors: [...new Set(names)].map((vendor) => {
        const status = toVendor(
          vendor,
          found.find((each) => each.vendor === vendor),
          at,
        );
        return { ...status, budget: status.budget ?? sumOf(parts.filter((part) => isPartOf(vendor, part))) };
      }),
    };
  }
}

function toScheduledJob(job: ScheduledJobRow, now: Date): ScheduledJob {
  const { name, everyMs, startedAt, endedAt, failures, why } = job;
  const [start, since] = endedAt === null ? [null, startedAt] : [startedAt, endedAt];
  return {
    name,
    everySeconds: everyMs / 1_000,
    startedAt: start?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    nextRunAt: new Date(since.getTime() + everyMs).toISOString(),
    state: scheduledJobStateOf(job, now),
    failures,
    why,
  };
}

const isPartOf = (vendor: string, part: FoundVendor): boolean => part.vendor.startsWith(`${vendor} `);

/**
 * Whether this is a part of a vendor's calls with its own limit, like Stripe's reads: its calls count as the vendor's.
 */
const isPart = (found: FoundVendor): boolean =>
  !vendors.includes(found.vendor) &&
  vendors.some((vendor) => isPartOf(vendor, found)) &&
  Object.values(found.day).every((count) => count === 0);

const sumOf = (parts: readonly FoundVendor[]): VendorStatus['budget'] =>
  parts.length === 0
    ? null
    : {
        calls: parts.reduce((sum, { today }) => sum + (today?.calls ?? 0), 0),
        pence: parts.reduce((sum, { today }) => sum + (today?.pence ?? 0), 0),
        callsLimit: null,
        penceLimit: null,
      };

const noCalls = { calls: 0, errors: 0, limited: 0, refusedByBreaker: 0 };

function toVendor(vendor: string, found: FoundVendor | undefined, now: Date): VendorStatus {
  if (found === undefined) return { vendor, state: 'quiet', hour: noCalls, day: noCalls, budget: null };
  return { vendor, state: vendorStateOf(found, now), hour: found.hour, day: found.day, budget: found.today };
}
