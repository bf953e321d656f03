import type { EntityManager } from '@mikro-orm/postgresql';
import type { TextTemplate } from '@ve/contracts/texts';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { queueText } from './queue-text.ts';
import type { NewText } from './text.repository.ts';

/** Suffix of the key of a text that is sent a second time because the handset was off. */
export const resendSuffix = ':again';
/** Suffix of the key of a text that staff have sent again. */
const staffSuffix = ':staff';

const aDayMs = 24 * 3_600_000;

/**
 * Queues again, a day later, the reminders and alerts that failed with `failure` by their receipt; returns how many. In
 * the caller's transaction; safe to call from several processes concurrently. Not after a second day, when the content
 * is outdated.
 */
export const requeueFailedTexts = async (
  em: EntityManager,
  failure: string,
  { now, correlationId }: { now: Date; correlationId: string },
): Promise<number> => {
  const [from, until] = [2, 1].map((days) => new Date(now.getTime() - days * aDayMs).toISOString());
  const found = await sql<{ template: TextTemplate; recipient: string; subjectId: string | null; uniqueKey: string }>`
    select template, recipient, subject_id, unique_key from texts
    where failed_at > ${from} and failed_at <= ${until} and failure = ${failure} and sent_at is not null
      and template in ('reminder', 'alert') and unique_key not like ${`%${resendSuffix}`} and length(unique_key) <= 190
      and not exists (select from texts again where again.unique_key = texts.unique_key || ${resendSuffix})
    order by failed_at limit 500
  `.execute(tables(em));
  for (const text of found.rows) {
    await queueText(em, { ...text, uniqueKey: `${text.uniqueKey}${resendSuffix}` }, { now, correlationId });
  }
  return found.rows.length;
};

/**
 * Queues again, in the caller's transaction, a text that the vendor accepted and that failed afterwards. False when
 * that was done before: the outcome of the resent text counts.
 */
export const resendTextByStaff = async (
  em: EntityManager,
  { template, recipient, subjectId, uniqueKey }: NewText,
  by: { now: Date; correlationId: string },
): Promise<boolean> => {
  const key = `${uniqueKey}${staffSuffix}`;
  return key.length <= 200 && (await queueText(em, { template, recipient, subjectId, uniqueKey: key }, by));
};
