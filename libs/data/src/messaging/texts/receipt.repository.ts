import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { resendSuffix } from './text-resend.repository.ts';
import type { TextOptOutReason } from './text-opt-out.entity.ts';
import { recordTextOptOut } from './text-opt-out.repository.ts';

/** What the vendor says of a text, as a receipt or as an answer to our question. */
export interface Receipt {
  sid: string;
  /** Of ours, as the address says to which the receipt was sent: known before our own note of the `sid` is. */
  textId: string | null;
  state: 'accepted' | 'delivered' | 'failed';
  /** Of one that failed: `unreachable 30003`. */
  failure: string | null;
}

export interface ReceivedText {
  id: string;
  template: string;
  recipient: string;
  uniqueKey: string;
  /** Whether this receipt is the first to say so. */
  changed: boolean;
}

/**
 * Brings a text up to a receipt, in any order and however often it comes: what was delivered stays so, and nothing that
 * failed is back on its way. Null for a text that is not ours, or purged.
 */
export const recordReceipt = async (em: EntityManager, receipt: Receipt, now: Date): Promise<ReceivedText | null> => {
  const { sid, textId, state, failure } = receipt;
  const at = now.toISOString();
  const found = await sql<{ id: string; ended: string | null }>`
    select id, case when delivered_at is not null then 'delivered' when failed_at is not null then 'failed' end as ended
    from texts where sid = ${sid} or (id = ${textId}::uuid and sid is null)
    order by sid is null limit 1 for update
  `.execute(tables(em));
  const [known] = found.rows;
  if (known === undefined) return null;
  const row = await sql<Omit<ReceivedText, 'changed'>>`
    update texts set
      sid = ${sid},
      sent_at = coalesce(sent_at, ${at}),
      skipped_at = null,
      skip_reason = null,
      delivered_at = case when ${state} = 'delivered' then coalesce(delivered_at, ${at}) else delivered_at end,
      failed_at = case
        when ${state} = 'delivered' or delivered_at is not null then null
        when ${state} = 'failed' then case when sid is null then ${at} else coalesce(failed_at, ${at}) end
        when sid is null then null
        else failed_at end,
      failure = case
        when ${state} = 'delivered' or delivered_at is not null then null
        when ${state} = 'failed' then case when sid is null then ${failure} else coalesce(failure, ${failure}) end
        when sid is null then null
        else failure end
    where id = ${known.id}
    returning id, template, recipient, unique_key
  `.execute(tables(em));
  const [text] = row.rows;
  if (text === undefined) return null;
  const changed = state === 'delivered' ? known.ended !== 'delivered' : state === 'failed' && known.ended === null;
  return { ...text, changed };
};

/** What the vendor said of a text, with what a failure means for its number. */
export type InterpretedReceipt = Omit<Receipt, 'failure'> & {
  /** Of one that failed; `again`: the handset may be reached another day. */
  fault: { failure: string; stop: TextOptOutReason | null; again?: true } | null;
};

/**
 * Brings a text up to a receipt, or to the answer to our question, in the caller's transaction. A number that no text
 * reaches gets no other; a handset that was off only when it was off the next day too, when its text is sent again.
 */
export const applyReceipt = async (
  em: EntityManager,
  { fault, ...heard }: InterpretedReceipt,
  now: Date,
): Promise<void> => {
  const text = await recordReceipt(em, { ...heard, failure: fault?.failure ?? null }, now);
  if (text === null || !text.changed || fault?.stop == null) return;
  if (fault.again === true && !text.uniqueKey.endsWith(resendSuffix)) return;
  await recordTextOptOut(em, text.recipient, fault.stop, now);
};
