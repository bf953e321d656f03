import type { EntityManager } from '@mikro-orm/postgresql';
import { latestPlausibleInstant } from '@ve/domain/kernel/time/clock-skew';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** A fault as it was found. */
export interface FoundServiceFault {
  /** What is at fault; the same as long as the fault lasts. */
  subject: string;
  summary: string;
}

export interface ServiceFaultRow extends FoundServiceFault {
  id: string;
  beganAt: Date;
  endedAt: Date | null;
}

/** A fault is announced once it has lasted so long, and has ended once it was not seen for so long. */
export const serviceFaultSettlingMs = 120_000;

const columns = sql`id, subject, summary, began_at as "beganAt", ended_at as "endedAt"`;

/**
 * Records what is wrong now, in the caller's transaction. Returns the faults that are to be announced and those that
 * have ended, each once, although several processes call it.
 */
export const recordServiceFaults = async (
  em: EntityManager,
  faults: readonly FoundServiceFault[],
  now: Date,
): Promise<{ began: ServiceFaultRow[]; ended: ServiceFaultRow[] }> => {
  const at = now.toISOString();
  const settledBefore = new Date(now.getTime() - serviceFaultSettlingMs).toISOString();
  const rows = tables(em);
  if (faults.length > 0) {
    // In one order, so that two processes never deadlock.
    const found = faults.toSorted((one, other) => (one.subject < other.subject ? -1 : 1));
    await sql`
      insert into service_faults (subject, summary, began_at, last_seen_at, next_post_at)
      select subject, summary, ${at}, ${at}, ${at}
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found (subject text, summary text)
      on conflict (subject) where ended_at is null do update set last_seen_at = excluded.last_seen_at
    `.execute(rows);
  }
  await sql`
    delete from service_faults where announced_at is null and last_seen_at <= ${settledBefore}
  `.execute(rows);
  const began = await sql<ServiceFaultRow>`
    update service_faults set announced_at = ${at}, next_post_at = ${at}
    where announced_at is null and ended_at is null and began_at <= ${settledBefore}
      and subject = any (${faults.map(({ subject }) => subject)}::text[])
    returning ${columns}
  `.execute(rows);
  const ended = await sql<ServiceFaultRow>`
    update service_faults set ended_at = ${at}, next_post_at = ${at}
    where announced_at is not null and ended_at is null and last_seen_at <= ${settledBefore}
    returning ${columns}
  `.execute(rows);
  return { began: began.rows, ended: ended.rows };
};

export const findServiceFault = async (em: EntityManager, id: string): Promise<ServiceFaultRow | null> => {
  const { rows } = await sql<ServiceFaultRow>`select ${columns} from service_faults where id = ${id}`.execute(
    tables(em),
  );
  return rows[0] ?? null;
};

/** A change that the webhook has not accepted yet. */
export interface UnpostedServiceFault extends ServiceFaultRow {
  change: 'began' | 'ended';
}

/** After this time a change is no longer posted: the receiver was away for too long. */
const postableMs = 24 * 3_600_000;
/** The pause before the webhook is called again for the same fault. */
const postPauseMs = 50_000;

/**
 * Claims the changes to post next, for this process: of each fault its beginning before its end, and those first that
 * have waited the longest, so that refused ones delay no other.
 */
export const claimUnpostedServiceFaults = async (
  em: EntityManager,
  { now, limit }: { now: Date; limit: number },
): Promise<UnpostedServiceFault[]> => {
  const since = new Date(now.getTime() - postableMs).toISOString();
  const { rows } = await sql<UnpostedServiceFault>`
    update service_faults set next_post_at = ${new Date(now.getTime() + postPauseMs).toISOString()}
    where id in (
      select id from service_faults
      where (next_post_at <= ${now.toISOString()} or next_post_at > ${latestPlausibleInstant(now).toISOString()})
        and ((began_posted_at is null and announced_at > ${since}) or (ended_posted_at is null and ended_at > ${since}))
      order by next_post_at, began_at limit ${limit} for update skip locked
    )
    returning ${columns}, case when began_posted_at is null and announced_at > ${since} then 'began' else 'ended' end as change
  `.execute(tables(em));
  return rows;
};

/** Records that the webhook accepted a change; its next one may be posted at once. */
export const markServiceFaultPosted = async (
  em: EntityManager,
  { id, change }: Pick<UnpostedServiceFault, 'id' | 'change'>,
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('service_faults')
    .set({ [change === 'began' ? 'beganPostedAt' : 'endedPostedAt']: now, nextPostAt: now })
    .where('id', '=', id)
    .execute();
};
