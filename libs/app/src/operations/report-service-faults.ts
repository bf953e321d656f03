import type { EntityManager } from '@mikro-orm/postgresql';
import {
  claimUnpostedServiceFaults,
  markServiceFaultPosted,
  recordServiceFaults,
} from '@ve/data/operations/service-fault/service-fault.repository';
import { serviceFaultKey, serviceFaultsOf, serviceFaultText } from '@ve/domain/operations/service-faults';
import type { Clock } from '@ve/domain/kernel/time/clock';
import type { WebhookPort } from '@ve/providers/webhook/webhook.port';
import { queueMail } from '../messaging/queue-message.ts';
import { type QueueWait, readServiceStatus } from './service-status.ts';

export interface ServiceFaultReportDeps {
  fork: () => EntityManager;
  now: Clock;
  /** The waiting jobs of each queue; rejects when the queues do not respond. */
  readQueues: () => Promise<readonly QueueWait[]>;
  /** The recipient of the mails; null: none are sent. */
  mailTo: string | null;
  /** The receiver of the webhook; null without one. */
  webhook: Pick<WebhookPort, 'post'> | null;
}

/** Faults that one run posts to the webhook: at eight seconds each it ends within a minute. */
const maxPosts = 5;

const correlationId = 'service-status';

/**
 * Compares the service status with the faults that are known, and reports each that has lasted, and each that has ended,
 * once: by mail, written in the same transaction, and by the webhook, which is called again until it accepts. Any
 * number of processes may run it.
 * @returns how many faults began and ended, and how many calls of the webhook failed
 */
export const reportServiceFaults = async ({
  fork,
  now,
  readQueues,
  mailTo,
  webhook,
}: ServiceFaultReportDeps): Promise<{ began: number; ended: number; unposted: number }> => {
  const queues = await readQueues().catch(() => null);
  const status = await readServiceStatus(fork(), queues, now());
  const faults = serviceFaultsOf(status).map((fault) => ({
    subject: serviceFaultKey(fault),
    summary: serviceFaultText(fault),
  }));
  const { began, ended } = await fork().transactional(async (em) => {
    const changes = await recordServiceFaults(em, faults, now());
    if (mailTo === null) return changes;
    for (const [template, rows] of [
      ['service-fault', changes.began],
      ['service-fault-resolved', changes.ended],
    ] as const) {
      for (const { id } of rows)
        await queueMail(em, { template, recipient: mailTo, subjectId: id }, { now, correlationId });
    }
    return changes;
  });
  const unposted = webhook === null ? 0 : await postChanges({ fork, now, webhook });
  return { began: began.length, ended: ended.length, unposted };
};

/** Posts to the webhook what it has not accepted yet; returns how many calls failed, which a later run repeats. */
const postChanges = async ({
  fork,
  now,
  webhook,
}: Pick<ServiceFaultReportDeps, 'fork' | 'now'> & { webhook: Pick<WebhookPort, 'post'> }): Promise<number> => {
  let failed = 0;
  for (const fault of await claimUnpostedServiceFaults(fork(), { now: now(), limit: maxPosts })) {
    const { id, subject, summary, beganAt, endedAt, change } = fault;
    const isAccepted = await webhook.post({
      id: `${id}.${change}`,
      type: change === 'began' ? 'service.fault' : 'service.fault.resolved',
      at: (change === 'began' ? beganAt : endedAt) ?? beganAt,
      data: {
        fault: subject,
        summary,
        began_at: beganAt.toISOString(),
        resolved_at: change === 'began' ? null : (endedAt?.toISOString() ?? null),
      },
    });
    if (isAccepted) await markServiceFaultPosted(fork(), { id, change }, now());
    else failed += 1;
  }
  return failed;
};
