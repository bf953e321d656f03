import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { tables } from '../../entities.ts';

/** Ends rows written until `until`; `now` is the time of their end. */
interface Ending {
  until: string;
  now: string;
}

/**
 * The tables whose secrets grant access, each with the statement that revokes them after a restore: they may have been
 * used, revoked or replaced since the backup.
 */
export const secretsRevokedByRestore = {
  sessions: ({ until, now }) =>
    sql`update sessions set revoked_at = ${now} where revoked_at is null and expires_at > ${now} and created_at <= ${until}`,
  local_admin_sessions: ({ until, now }) =>
    sql`update local_admin_sessions set revoked_at = ${now}
      where revoked_at is null and expires_at > ${now} and created_at <= ${until}`,
  magic_links: ({ until }) => sql`delete from magic_links where used_at is null and created_at <= ${until}`,
  sign_in_requests: ({ until }) => sql`delete from sign_in_requests where created_at <= ${until}`,
  staff_sign_ins: ({ until }) => sql`delete from staff_sign_ins where created_at <= ${until}`,
  password_resets: ({ until }) => sql`delete from password_resets where used_at is null and created_at <= ${until}`,
  recovery_codes: ({ until, now }) =>
    sql`update recovery_codes set used_at = ${now} where used_at is null and created_at <= ${until}`,
  email_changes: ({ until, now }) =>
    sql`update email_changes set finished_at = ${now} where finished_at is null and created_at <= ${until}`,
  account_deletions: ({ until }) =>
    sql`delete from account_deletions where confirmed_at is null and requested_at <= ${until}`,
  data_requests: ({ until }) => sql`delete from data_requests where created_at <= ${until}`,
  cancellation_codes: ({ until }) => sql`delete from cancellation_codes where created_at <= ${until}`,
  phone_codes: ({ until }) => sql`delete from phone_codes where used_at is null and created_at <= ${until}`,
  report_shares: ({ until, now }) =>
    sql`update report_shares set revoked_at = ${now}
      where revoked_at is null and expires_at > ${now} and created_at <= ${until}`,
  release_tokens: ({ until, now }) =>
    sql`update release_tokens set revoked_at = ${now} where revoked_at is null and created_at <= ${until}`,
} as const satisfies Record<string, (ending: Ending) => RawBuilder<unknown>>;

/** Tables with the hash of a secret that a restore leaves unchanged, and why. */
export const secretsUnchangedByRestore = {
  cancellation_requests: 'Its link answers one question, and shows nothing.',
  consents: 'The hash of a network address opens nothing.',
  contact_messages: 'Its link shows how far a complaint is, and cannot be revoked.',
  newsletter_tokens: 'They confirm or end a newsletter for whoever reads the mailbox, and cannot be revoked.',
  report_pdfs: 'The hash of what a PDF shows.',
  release_failures: 'Hashes of visitors and networks open nothing.',
  vehicle_fetches: 'The hash is of a network address, and opens nothing.',
  sign_ups: 'Its cookie signs the browser that paid in for an hour after the payment; its card hash opens nothing.',
  users: 'Passwords are for staff alone, whose rights are suspended (`staff-rights`).',
} as const;

/** Keys that sign revocable addresses and cookies: replacing them invalidates all. */
const replacedKeys = ['calendar', 'known-browser', 'release-override', 'release-preview'];

/** The number of valid secrets of each kind; `signedKeys`: replaced keys. */
export type RevokedSecretCounts = Record<keyof typeof secretsRevokedByRestore | 'signedKeys', number>;

/**
 * Ends every session, link, code and token written until `until`, in the caller's transaction. Signed calendar
 * addresses and release previews end with their keys, which are created again on next use; only in the first run for a
 * backup (`renewKeys`), because the keys of the second run are new.
 */
export const revokeAllAccess = async (
  em: EntityManager,
  { until, renewKeys }: { until: Date; renewKeys: boolean },
  now: Date,
): Promise<RevokedSecretCounts> => {
  const ending: Ending = { until: until.toISOString(), now: now.toISOString() };
  const ended: Partial<RevokedSecretCounts> = {};
  for (const table of Object.keys(secretsRevokedByRestore) as (keyof typeof secretsRevokedByRestore)[]) {
    const { numAffectedRows } = await secretsRevokedByRestore[table](ending).execute(tables(em));
    ended[table] = Number(numAffectedRows ?? 0);
  }
  ended.signedKeys = 0;
  if (renewKeys) {
    const deleted = await tables(em).deleteFrom('secrets').where('name', 'in', replacedKeys).executeTakeFirst();
    ended.signedKeys = Number(deleted.numDeletedRows);
  }
  return ended as RevokedSecretCounts;
};
