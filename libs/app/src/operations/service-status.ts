import type { EntityManager } from '@mikro-orm/postgresql';
import type { ScheduledJob, ServiceStatus, VendorStatus } from '@ve/contracts/http/operations/admin-operations';
import { lateThresholdSecondsOfQueue, type QueueName } from '@ve/contracts/jobs';
import { findVendorStatuses, type VendorStatus as FoundVendor } from '@ve/data/jobs/limit/vendor-call-count.repository';
import { countDeadLetters } from '@ve/data/jobs/outbox/dead-letter.repository';
import { readOutboxBacklog } from '@ve/data/jobs/outbox/outbox.repository';
import { findScheduledJobs, type ScheduledJobRow } from '@ve/data/jobs/scheduled-job/scheduled-job.repository';
import { countItemsNeedingStaff } from '@ve/data/operations/service-status/service-status.repository';
import { isScheduledJobLate } from '@ve/domain/jobs/scheduled-job-lateness';

const aMinute = 60_000;

/** A queue, and when its oldest job that waits for its first run was added; null when none waits. */
export interface QueueWait {
  name: QueueName;
  oldestWaitingAt: Date | null;
}

/**
 * The service status at a glance. `queues`: null when they do not respond. The vendors' state may be fifteen seconds
 * old.
 */
export const readServiceStatus = async (
  em: EntityManager,
  queues: readonly QueueWait[] | null,
  now: Date,
): Promise<ServiceStatus> => {
  const { unrelayed } = await readOutboxBacklog(em, now);
  const vendors = await findVendorStatuses(em, now);
  const jobs = await findScheduledJobs(em);
  return {
    queues: queues !== null,
    lateQueues: (queues ?? []).flatMap((queue) => lateOf(queue, now)),
    outboxSeconds: unrelayed.oldestSeconds,
    deadLetters: await countDeadLetters(em, { seen: false }),
    vendors: vendors
      .filter((each) => ['failing', 'breaker-open'].includes(vendorStateOf(each, now)))
      .map(({ vendor, answeredAt }) => ({ vendor, answeredAt: answeredAt?.toISOString() ?? null })),
    scheduledJobs: jobs.flatMap((job) => {
      const state = scheduledJobStateOf(job, now);
      return state === 'failing' || state === 'late' ? [{ name: job.name, state }] : [];
    }),
    ...(await countItemsNeedingStaff(em, now)),
  };
};

/** The queue as late if its oldest job has waited longer than the contract permits. */
function lateOf({ name, oldestWaitingAt }: QueueWait, now: Date): ServiceStatus['lateQueues'] {
  const thresholdSeconds = lateThresholdSecondsOfQueue(name);
  if (thresholdSeconds === null || oldestWaitingAt === null) return [];
  const seconds = (now.getTime() - oldestWaitingAt.getTime()) / 1_000;
  return seconds < thresholdSeconds ? [] : [{ name, seconds }];
}

export const scheduledJobStateOf = (
  { everyMs, startedAt, endedAt, failures }: ScheduledJobRow,
  now: Date,
): ScheduledJob['state'] => {
  if (isScheduledJobLate({ everyMs, startedAt, endedAt }, now)) return 'late';
  if (endedAt === null) return 'planned';
  return failures > 0 ? 'failing' : 'ok';
};

/** A minute with both a response and an error counts as answered. */
export function vendorStateOf(
  { hour, answeredAt, failedAt, refusedByBreakerAt }: FoundVendor,
  now: Date,
): VendorStatus['state'] {
  const answered = answeredAt?.getTime() ?? 0;
  const refused = refusedByBreakerAt?.getTime() ?? 0;
  if (refused > answered && refused > now.getTime() - 2 * aMinute) return 'breaker-open';
  if (hour.calls + hour.limited + hour.refusedByBreaker === 0) return 'quiet';
  return (failedAt?.getTime() ?? 0) > answered ? 'failing' : 'ok';
}
