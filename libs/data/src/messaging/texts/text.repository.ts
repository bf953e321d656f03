import type { EntityManager } from '@mikro-orm/postgresql';
import type { TextTemplate } from '@ve/contracts/texts';
import { deliveryReceiptTimeoutMs } from '@ve/domain/messaging/texts/text-state';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { claimMessage, type ClaimedMessage, type NewMessage } from '../message.repository.ts';

export interface NewQueuedText extends NewMessage {
  template: TextTemplate;
  /** E.164. */
  recipient: string;
}

/** A text that only its claimer may send until the claim ends. */
export interface ClaimedText extends ClaimedMessage {
  recipient: string;
  /** Since when the vendor may have it, from an attempt without a known response; null: there was none. */
  attemptedAt: Date | null;
  /** When the last of those attempts started. */
  lastAttemptAt: Date | null;
}

/** The cost of a text: our own estimate until the vendor reports it. */
export interface TextCost {
  segments: number;
  /** Millionths of a pound. */
  priceMicros: number;
}

/** Writes a text to be sent; returns its id, or null when there already is one with this key (but see `afterSkip`). */
export const addText = async (em: EntityManager, text: NewQueuedText, now: Date): Promise<string | null> => {
  const added = await tables(em)
    .insertInto('texts')
    .values({
      template: text.template,
      recipient: text.recipient,
      subjectId: text.subjectId,
      uniqueKey: text.uniqueKey,
      createdAt: now,
    })
    .onConflict((conflict) => {
      const known = conflict.column('uniqueKey');
      if (text.afterSkip !== true) return known.doNothing();
      const opened = { recipient: text.recipient, createdAt: now, skippedAt: null, skipReason: null };
      return known.doUpdateSet(opened).where('texts.skippedAt', 'is not', null);
    })
    .returning('id')
    .executeTakeFirst();
  return added?.id ?? null;
};

/** Claims a text, as `claimMessage`. */
export const claimText = (
  em: EntityManager,
  id: string,
  claim: { now: Date; until: Date },
): Promise<ClaimedText | null> =>
  claimMessage(em, { table: 'texts', id, columns: ['attempted_at', 'last_attempt_at'] }, claim);

/** Records, before a claimed text is sent, that from now on the vendor may have it, and its cost. */
export const beginTextAttempt = async (
  em: EntityManager,
  { id, cost: { segments, priceMicros } }: { id: string; cost: TextCost },
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('texts')
    .set({
      attemptedAt: sql`coalesce(attempted_at, ${now.toISOString()})`,
      lastAttemptAt: now,
      segments,
      priceMicros,
    })
    .where('id', '=', id)
    .execute();
};

/**
 * Releases a claimed text. `unsent`: the vendor certainly does not have it from this attempt; otherwise the next
 * attempt has to ask the vendor first.
 */
export const releaseTextClaim = async (
  em: EntityManager,
  { id, claimedUntil, attemptedAt, lastAttemptAt }: ClaimedText,
  { unsent }: { unsent: boolean },
): Promise<void> => {
  await tables(em)
    .updateTable('texts')
    .set({ claimedUntil: null, ...(unsent ? { attemptedAt, lastAttemptAt } : {}) })
    .where('id', '=', id)
    .where('claimedUntil', '=', claimedUntil)
    .where('sentAt', 'is', null)
    .execute();
};

/** Marks a text as accepted by the vendor, regardless of its state; an id already stored from a receipt is kept. */
export const markTextSent = async (
  em: EntityManager,
  { id, sent: { sid, segments, priceMicros } }: { id: string; sent: TextCost & { sid: string } },
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('texts')
    .set({
      vendorMessageId: sid,
      sentAt: now,
      segments,
      priceMicros,
      failedAt: null,
      failure: null,
      skippedAt: null,
      skipReason: null,
    })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .execute();
};

/** Returns those of the vendor's ids that belong to our texts. */
export const findOwnTextSids = async (em: EntityManager, sids: string[]): Promise<Set<string>> => {
  if (sids.length === 0) return new Set();
  const rows = await tables(em)
    .selectFrom('texts')
    .select('vendorMessageId')
    .where('vendorMessageId', 'in', sids)
    .execute();
  return new Set(rows.flatMap(({ vendorMessageId }) => (vendorMessageId === null ? [] : [vendorMessageId])));
};

/** Whether a text of this template was written to a number after `since`, sent or not. */
export const hasRecentTextTo = async (
  em: EntityManager,
  { template, recipient, since }: { template: TextTemplate; recipient: string; since: Date },
): Promise<boolean> => {
  const row = await tables(em)
    .selectFrom('texts')
    .select('id')
    .where('recipient', '=', recipient)
    .where('template', '=', template)
    .where('createdAt', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Claims, in the caller's transaction, texts that were sent before `before` without a receipt since, the oldest first:
 * each once, by one caller. Skips texts for which no receipt is expected any more.
 */
export const claimUnconfirmedTexts = async (
  em: EntityManager,
  { before, limit }: { before: Date; limit: number },
  now: Date,
): Promise<{ id: string; sid: string }[]> => {
  const taken = await sql<{ id: string; sid: string }>`
    update texts set status_requested_at = ${now.toISOString()} where id in (
      select id from texts
      where sent_at > ${new Date(now.getTime() - deliveryReceiptTimeoutMs).toISOString()} and sent_at < ${before.toISOString()}
        and delivered_at is null and failed_at is null and status_requested_at is null
      order by sent_at limit ${limit} for update skip locked
    ) returning id, vendor_message_id as sid
  `.execute(tables(em));
  return taken.rows;
};

/** Releases claimed texts whose state the vendor could not be asked for. */
export const releaseClaimsOfUnconfirmedTexts = async (em: EntityManager, ids: string[]): Promise<void> => {
  if (ids.length > 0)
    await tables(em).updateTable('texts').set({ statusRequestedAt: null }).where('id', 'in', ids).execute();
};

/** Suffix of the key of a text that is sent a second time because the handset was off. */
export const textResendKeySuffix = ':again';

/** Returns up to 500 reminders and alerts that failed by their receipt within `failed`, and were not sent again. */
export const findTextsToResend = async (
  em: EntityManager,
  { failure, failed: { from, until } }: { failure: string; failed: { from: Date; until: Date } },
): Promise<NewQueuedText[]> => {
  const found = await sql<{ template: TextTemplate; recipient: string; subjectId: string | null; uniqueKey: string }>`
    select template, recipient, subject_id, unique_key from texts
    where failed_at > ${from.toISOString()} and failed_at <= ${until.toISOString()} and failure = ${failure}
      and sent_at is not null
      and template in ('reminder', 'alert') and unique_key not like ${`%${textResendKeySuffix}`} and length(unique_key) <= 190
      and not exists (select from texts again where again.unique_key = texts.unique_key || ${textResendKeySuffix})
    order by failed_at limit 500
  `.execute(tables(em));
  return found.rows;
};
