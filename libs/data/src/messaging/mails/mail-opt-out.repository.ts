import type { EntityManager } from '@mikro-orm/postgresql';
import type { MailStream, OptionalMailStream } from '@ve/contracts/mails';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';
import { liftMailSuppression } from './mail-suppression.repository.ts';

/** Unsubscribes an address from one stream; the time of the first call is kept. Other streams are unaffected. */
export const recordMailOptOut = async (
  em: EntityManager,
  { email, stream }: { email: string; stream: OptionalMailStream },
  now: Date,
): Promise<void> => {
  await tables(em)
    .insertInto('mail_opt_outs')
    .values({ email, stream, optedOutAt: now })
    .onConflict((conflict) => conflict.columns(['email', 'stream']).doNothing())
    .execute();
};

/** Resubscribes an address to a stream at its owner's request, and lifts its suppression. */
export const removeMailOptOut = async (
  em: EntityManager,
  { email, stream }: { email: string; stream: OptionalMailStream },
  now: Date,
): Promise<void> => {
  await tables(em).deleteFrom('mail_opt_outs').where('email', '=', email).where('stream', '=', stream).execute();
  await liftMailSuppression(em, email, now);
};

/** Returns the streams of `streams` from which an address is unsubscribed, in their order. */
export const findOptedOutMailStreams = async <Stream extends OptionalMailStream>(
  em: EntityManager,
  email: string,
  streams: readonly Stream[],
): Promise<Stream[]> => {
  const rows = await tables(em).selectFrom('mail_opt_outs').select('stream').where('email', '=', email).execute();
  return streams.filter((stream) => rows.some((row) => row.stream === stream));
};

export const isMailStreamOptedOut = async (em: EntityManager, email: string, stream: MailStream): Promise<boolean> => {
  if (stream === 'service') return false;
  const row = await tables(em)
    .selectFrom('mail_opt_outs')
    .select('optedOutAt')
    .where('email', '=', email)
    .where('stream', '=', stream)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Unsubscribes an address from the streams that another one is unsubscribed from; a newsletter is each address's own.
 */
export const copyMailOptOuts = async (em: EntityManager, { from, to }: { from: string; to: string }): Promise<void> => {
  await sql`
    insert into mail_opt_outs (email, stream, opted_out_at)
    select ${to}::text, stream, opted_out_at from mail_opt_outs where email = ${from} and stream <> 'newsletter'
    on conflict do nothing
  `.execute(tables(em));
};
