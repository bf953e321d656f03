import { Inject, Injectable } from '@nestjs/common';
import type { EndpointAnswerBody } from '@ve/contracts/endpoint';
import type {
  listOrphanSubscriptionsEndpoint,
  listScheduledJobsEndpoint,
  listVendorsEndpoint,
  OutboxSummary,
  QueueStatus,
  readQueuesEndpoint,
  ScheduledJob,
  ServiceStatus,
  VendorStatus,
} from '@ve/contracts/http/operations/admin-operations';
import { lateThresholdSecondsOfQueue, queueNames } from '@ve/contracts/jobs';
import type { Context } from '@ve/data/kernel/context';
import { findVendorStatuses, type VendorStatus as FoundVendor } from '@ve/data/jobs/limit/vendor-call-count.repository';
import { findScheduledJobs, type ScheduledJobRow } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import { isScheduledJobLate } from '@ve/domain/jobs/scheduled-job-lateness';
import { countItemsNeedingStaff } from '@ve/data/operations/service-status/service-status.repository';
import { countDeadLetters } from '@ve/data/jobs/outbox/dead-letter.repository';
import { readOutboxBacklog } from '@ve/data/jobs/outbox/outbox.repository';
import {
  countOrphanSubscriptions,
  listOrphanSubscriptions as findOrphanSubscriptions,
} from '@ve/data/membership/subscription/orphan-subscription.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import { readQueueStatuses } from '@ve/server-kit/queue/read-only-queue';
import { LOGGER_TOKEN } from '../../platform/injection-tokens.ts';
import { StaffQueues } from './staff-queues.ts';

const aMinute = 60_000;

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

  async readQueues({ correlationId }: Context): Promise<EndpointAnswerBody<typeof readQueuesEndpoint>> {
    try {
      const queues = await readQueueStatuses(await this.queues.open());
      return {
        outcome: 'read',
        queues: queues.map(({ oldestWaitingAt, ...each }) => ({
          ...each,
          oldestWaitingAt: oldestWaitingAt?.toISOString() ?? null,
        })),
      };
    } catch (error) {
      this.logger.warn(
        { event: 'staff_queues_unavailable', err: error, requestId: correlationId },
        'The queues did not answer the staff area.',
      );
      return { outcome: 'unreachable' };
    }
  }

  /** @see readServiceStatusEndpoint of the contract; the vendors' state may be fifteen seconds old. */
  async readServiceStatus(context: Context): Promise<ServiceStatus> {
    const { em, now } = context;
    const queues = await this.readQueues(context);
    const { unrelayed } = await readOutboxBacklog(em, now());
    const found = await findVendorStatuses(em, now());
    const { jobs } = await this.listScheduledJobs(context);
    return {
      queues: queues.outcome === 'read',
      lateQueues: queues.outcome === 'read' ? queues.queues.flatMap((queue) => lateOf(queue, now())) : [],
      outboxSeconds: unrelayed.oldestSeconds,
      deadLetters: await countDeadLetters(em, { seen: false }),
      vendors: found
        .filter((each) => ['failing', 'breaker-open'].includes(stateOf(each, now())))
        .map(({ vendor, answeredAt }) => ({ vendor, answeredAt: answeredAt?.toISOString() ?? null })),
      scheduledJobs: jobs.flatMap(({ name, state }) =>
        state === 'failing' || state === 'late' ? [{ name, state }] : [],
      ),
      ...(await countItemsNeedingStaff(em, now())),
    };
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

/** The queue as late if its oldest job has waited longer than the contract permits. */
function lateOf({ name, oldestWaitingAt }: QueueStatus, now: Date): ServiceStatus['lateQueues'] {
  const queue = queueNames.find((each) => each === name);
  const thresholdSeconds = queue === undefined ? null : lateThresholdSecondsOfQueue(queue);
  if (thresholdSeconds === null || oldestWaitingAt === null) return [];
  const seconds = (now.getTime() - Date.parse(oldestWaitingAt)) / 1_000;
  return seconds < thresholdSeconds ? [] : [{ name, seconds }];
}

function toScheduledJob(
  { name, everyMs, startedAt, endedAt, failures, why }: ScheduledJobRow,
  now: Date,
): ScheduledJob {
  const [start, since] = endedAt === null ? [null, startedAt] : [startedAt, endedAt];
  const isLate = isScheduledJobLate({ everyMs, startedAt, endedAt }, now);
  const ended = endedAt === null ? 'planned' : failures > 0 ? 'failing' : 'ok';
  return {
    name,
    everySeconds: everyMs / 1_000,
    startedAt: start?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    nextRunAt: new Date(since.getTime() + everyMs).toISOString(),
    state: isLate ? 'late' : ended,
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
  return { vendor, state: stateOf(found, now), hour: found.hour, day: found.day, budget: found.today };
}

/** A minute with both a response and an error counts as answered. */
function stateOf({ hour, answeredAt, failedAt, refusedByBreakerAt }: FoundVendor, now: Date): VendorStatus['state'] {
  const answered = answeredAt?.getTime() ?? 0;
  const refused = refusedByBreakerAt?.getTime() ?? 0;
  if (refused > answered && refused > now.getTime() - 2 * aMinute) return 'breaker-open';
  if (hour.calls + hour.limited + hour.refusedByBreaker === 0) return 'quiet';
  return (failedAt?.getTime() ?? 0) > answered ? 'failing' : 'ok';
}
