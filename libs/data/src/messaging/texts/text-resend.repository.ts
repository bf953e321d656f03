import type { EntityManager } from '@mikro-orm/postgresql';
import type { TextTemplate } from '@ve/contracts/texts';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import type { NewText } from './text.repository.ts';

/** Suffix of the key of a text that is sent a second time because the handset was off. */
export const resendSuffix = ':again';

/** Returns up to 500 reminders and alerts that failed by their receipt within `failed`, and were not sent again. */
export const findTextsToResend = async (
  em: EntityManager,
  { failure, failed: { from, until } }: { failure: string; failed: { from: Date; until: Date } },
): Promise<NewText[]> => {
  const found = await sql<{ template: TextTemplate; recipient: string; subjectId: string | null; uniqueKey: string }>`
    select template, recipient, subject_id, unique_key from texts
    where failed_at > ${from.toISOString()} and failed_at <= ${until.toISOString()} and failure = ${failure}
      and sent_at is not null
      and template in ('reminder', 'alert') and unique_key not like ${`%${resendSuffix}`} and length(unique_key) <= 190
      and not exists (select from texts again where again.unique_key = texts.unique_key || ${resendSuffix})
    order by failed_at limit 500
  `.execute(tables(em));
  return found.rows;
};
