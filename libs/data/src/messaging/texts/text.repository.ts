import type { EntityManager } from '@mikro-orm/postgresql';
import type { TextTemplate } from '@ve/contracts/texts';
import type { SkipReason } from '@ve/domain/messaging/skip-reason';
import { receiptMs } from '@ve/domain/messaging/texts/text-state';
import { sql } from 'kysely';
import { latestPlausibleInstant } from '../../kernel/clock-skew.ts';
import { tables } from '../../entities.ts';

export interface NewText {
  template: TextTemplate;
  /** E.164. */
  recipient: string;
  subjectId: string | null;
  /** Unique; at most 200 characters. */
  uniqueKey: string;
  /** A text that has this key and was skipped is sent after all, to this recipient. */
  afterSkip?: true;
}

/** A text that only its claimer may send until the claim ends. */
export interface ClaimedText {
  id: string;
  template: string;
  recipient: string;
  subjectId: string | null;
  createdAt: Date;
  claimedUntil: Date;
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
export const addText = async (em: EntityManager, text: NewText, now: Date): Promise<string | null> => {
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

/**
 * Claims a text until `until`; null when it is final, accepted by the vendor, claimed by another worker, or does not
 * exist. A claim by a clock since set back counts as ended.
 */
export const claimText = async (
  em: EntityManager,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<ClaimedText | null> => {
  const row = await tables(em)
    .updateTable('texts')
    .set({ claimedUntil: until })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('skippedAt', 'is', null)
    .where((text) =>
      text.or([
        text('claimedUntil', 'is', null),
        text('claimedUntil', '<=', now),
        text('claimedUntil', '>', latestPlausibleInstant(until)),
      ]),
    )
    .returning(['id', 'template', 'recipient', 'subjectId', 'createdAt', 'attemptedAt', 'lastAttemptAt'])
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    template: row.template,
    recipient: row.recipient,
    subjectId: row.subjectId,
    createdAt: row.createdAt,
    claimedUntil: until,
    attemptedAt: row.attemptedAt,
    lastAttemptAt: row.lastAttemptAt,
  };
};

/** Returns whether nothing more is to be sent, and until when the text is claimed; null when it does not exist. */
export const findTextClaim = async (
  em: EntityManager,
  id: string,
): Promise<{ claimedUntil: Date | null; ended: boolean } | null> => {
  const row = await tables(em)
    .selectFrom('texts')
    .select(['claimedUntil', 'sentAt', 'failedAt', 'skippedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const ended = row.sentAt !== null || row.failedAt !== null || row.skippedAt !== null;
  return { claimedUntil: row.claimedUntil, ended };
};

/** Records, before a claimed text is sent, that from now on the vendor may have it, and its cost. */
export const beginTextAttempt = async (
  em: EntityManager,
  id: string,
  { segments, priceMicros }: TextCost,
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
export const releaseText = async (
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
  id: string,
  { sid, segments, priceMicros }: TextCost & { sid: string },
  now: Date,
): Promise<void> => {
  await tables(em)
    .updateTable('texts')
    .set({
      sid,
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

/** Marks a text as failed permanently, unless the vendor has accepted it meanwhile. */
export const markTextFailed = async (em: EntityManager, id: string, failure: string, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('texts')
    .set({ failedAt: now, failure })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .where('skippedAt', 'is', null)
    .execute();
};

/** Marks a text as skipped, with the reason. */
export const markTextSkipped = async (em: EntityManager, id: string, reason: SkipReason, now: Date): Promise<void> => {
  await tables(em)
    .updateTable('texts')
    .set({ skippedAt: now, skipReason: reason })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute();
};

/** Lets a text that was not accepted, and had failed permanently, be sent again. */
export const reopenText = async (em: EntityManager, id: string): Promise<void> => {
  await tables(em)
    .updateTable('texts')
    .set({ failedAt: null, failure: null, claimedUntil: null })
    .where('id', '=', id)
    .where('failedAt', 'is not', null)
    .where('sentAt', 'is', null)
    .execute();
};

/** Returns those of the vendor's ids that belong to our texts. */
export const findOwnTextSids = async (em: EntityManager, sids: string[]): Promise<Set<string>> => {
  if (sids.length === 0) return new Set();
  const rows = await tables(em).selectFrom('texts').select('sid').where('sid', 'in', sids).execute();
  return new Set(rows.flatMap(({ sid }) => (sid === null ? [] : [sid])));
};

/** Whether a text of this template was written to a number after `since`, sent or not. */
export const hasTextTo = async (
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

/** How long a text waits to be sent, in milliseconds; after that its content is outdated. */
export const textExpiryMs = 72 * 3_600_000;

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
    update texts set asked_at = ${now.toISOString()} where id in (
      select id from texts
      where sent_at > ${new Date(now.getTime() - receiptMs).toISOString()} and sent_at < ${before.toISOString()}
        and delivered_at is null and failed_at is null and asked_at is null
      order by sent_at limit ${limit} for update skip locked
    ) returning id, sid
  `.execute(tables(em));
  return taken.rows;
};

/** Releases claimed texts whose state the vendor could not be asked for. */
export const releaseUnconfirmedTexts = async (em: EntityManager, ids: string[]): Promise<void> => {
  if (ids.length > 0) await tables(em).updateTable('texts').set({ askedAt: null }).where('id', 'in', ids).execute();
};
