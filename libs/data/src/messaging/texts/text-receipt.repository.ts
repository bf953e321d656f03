import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** The state of a text as the vendor reports it, in a receipt or in response to our request. */
export interface TextReceipt {
  sid: string;
  /** The id of our text, from the URL to which the receipt was sent: known before the `sid` is stored. */
  textId: string | null;
  state: 'accepted' | 'delivered' | 'failed';
  /** The reason of a failed text: `unreachable 30003`. */
  failure: string | null;
}

export interface TextOfReceipt {
  id: string;
  template: string;
  recipient: string;
  uniqueKey: string;
  /** Whether this receipt is the first to report this state. */
  changed: boolean;
}

/**
 * Applies a receipt to a text, in any order and idempotently: a delivered text stays delivered, and a failed one never
 * becomes pending again. Null for a text that is not ours, or was purged.
 */
export const recordTextReceipt = async (
  em: EntityManager,
  receipt: TextReceipt,
  now: Date,
): Promise<TextOfReceipt | null> => {
  const { sid, textId, state, failure } = receipt;
  const at = now.toISOString();
  const found = await sql<{ id: string; ended: string | null }>`
    select id, case when delivered_at is not null then 'delivered' when failed_at is not null then 'failed' end as ended
    from texts where vendor_message_id = ${sid} or (id = ${textId}::uuid and vendor_message_id is null)
    order by vendor_message_id is null limit 1 for update
  `.execute(tables(em));
  const [known] = found.rows;
  if (known === undefined) return null;
  const row = await sql<Omit<TextOfReceipt, 'changed'>>`
    update texts set
      vendor_message_id = ${sid},
      sent_at = coalesce(sent_at, ${at}),
      skipped_at = null,
      skip_reason = null,
      delivered_at = case when ${state} = 'delivered' then coalesce(delivered_at, ${at}) else delivered_at end,
      failed_at = case
        when ${state} = 'delivered' or delivered_at is not null then null
        when ${state} = 'failed' then case when vendor_message_id is null then ${at} else coalesce(failed_at, ${at}) end
        when vendor_message_id is null then null
        else failed_at end,
      failure = case
        when ${state} = 'delivered' or delivered_at is not null then null
        when ${state} = 'failed' then case when vendor_message_id is null then ${failure} else coalesce(failure, ${failure}) end
        when vendor_message_id is null then null
        else failure end
    where id = ${known.id}
    returning id, template, recipient, unique_key
  `.execute(tables(em));
  const [text] = row.rows;
  if (text === undefined) return null;
  const changed = state === 'delivered' ? known.ended !== 'delivered' : state === 'failed' && known.ended === null;
  return { ...text, changed };
};
