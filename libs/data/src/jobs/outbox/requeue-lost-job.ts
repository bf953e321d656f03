import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobName } from '@ve/contracts/jobs';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { outboxNotifyChannel } from './outbox-notify-channel.ts';
import { payloadContainsAnySql } from './outbox-payload-index.ts';

/**
 * Checks in the queue for the jobs of one name that concern `id` and were relayed before `relayedBefore`: a job that
 * the queue lost is added again immediately, one that it has is unchanged.
 */
export const requeueJobIfLost = async (
  em: EntityManager,
  { jobName, id, relayedBefore }: { jobName: JobName; id: string; relayedBefore: Date },
): Promise<void> => {
  await sql`
    with again as (
      update outbox set relayed_at = null
      where job_name = ${jobName} and ${payloadContainsAnySql([id])} and relayed_at < ${relayedBefore.toISOString()}
      returning id
    )
    select pg_notify(${outboxNotifyChannel}, '') from again
  `.execute(tables(em));
};
