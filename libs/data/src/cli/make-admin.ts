import * as z from 'zod';
import { randomUUID } from 'node:crypto';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { writeAudit } from '../identity/audit-log/audit-log.repository.ts';
import { connectDatabase } from '../kernel/database.ts';
import { readDatabaseTime } from '../kernel/database-time.ts';
import { tables } from '../entities.ts';
import { isBeingDeleted } from '../privacy/my-data/account-deletion.repository.ts';
import { addPasswordLink, passwordInviteMs } from '../identity/staff/password-reset.repository.ts';
import { addToOutbox } from '../jobs/outbox/outbox.repository.ts';
import { addMail } from '../messaging/mails/mail.repository.ts';
import { deleteSecondFactor } from '../identity/staff/second-factor.repository.ts';
import { endStaffAccess } from '../identity/staff/staff-access.repository.ts';
import { createUser, lockUserByEmail } from '../identity/user/user.repository.ts';

const usage = 'Usage: npm run make-admin -- name@example.com [--forget-second-factor]\n';

/**
 * Gives an address the admin role, creating its account if needed, and mails a link to set a password. With
 * `resetSecondFactor`, the next sign-in enrols a new second factor. Returns a report as lines of text, without any
 * secret.
 * @throws Error while the account is being deleted
 */
const makeAdmin = async (url: string, email: string, resetSecondFactor: boolean): Promise<string[]> => {
  const orm = await connectDatabase({ url, poolSize: 2 });
  try {
    return await orm.em.fork().transactional(async (em) => {
      const now = await readDatabaseTime(em);
      const done: string[] = [];
      const known = await lockUserByEmail(em, email);
      const userId = known ?? (await createUser(em, email, now));
      if (userId === null) throw new Error('the account was made by somebody else just now: run it again');
      if (await isBeingDeleted(em, userId)) throw new Error('the account is being deleted: wait until it is gone');
      if (known === null) done.push('has an account.');
      const record = { actor: 'make-admin', subject: userId };
      const added = await tables(em)
        .insertInto('user_roles')
        .values({ userId, role: 'admin', createdAt: now })
        .onConflict((conflict) => conflict.columns(['userId', 'role']).doNothing())
        .executeTakeFirst();
      if ((added.numInsertedOrUpdatedRows ?? 0n) > 0n) {
        await writeAudit(em, { ...record, action: 'role.added', details: { role: 'admin' } }, now);
        done.push('is an admin.');
      } else {
        done.push('was an admin before.');
      }
      if (resetSecondFactor) {
        await endStaffAccess(em, userId, now);
        const had = await deleteSecondFactor(em, userId);
        await writeAudit(em, { ...record, action: 'staff.second-factor-deleted' }, now);
        done.push(had ? 'sets up another second factor at the next sign-in.' : 'had no second factor.');
      }
      const subjectId = await addPasswordLink(em, { userId, validMs: passwordInviteMs }, now);
      const mail = { template: 'staff-password', recipient: email, subjectId } as const;
      const mailId = await addMail(em, { ...mail, uniqueKey: `staff-password.${subjectId}` }, now);
      if (mailId !== null) await addToOutbox(em, 'mails.send', { mailId, correlationId: randomUUID() }, { now });
      done.push('is mailed a link to set a password, which works for 24 hours.');
      return done;
    });
  } finally {
    await orm.close(true);
  }
};

const [address = '', ...options] = process.argv.slice(2);
const parsed = parseEmail(address);
const url = z.url({ protocol: /^postgres(ql)?$/ }).safeParse(process.env.DATABASE_URL);
if (!parsed.ok || options.some((option) => option !== '--forget-second-factor')) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else if (!url.success) {
  process.stderr.write('DATABASE_URL must be a Postgres URL\n');
  process.exitCode = 1;
} else {
  try {
    const done = await makeAdmin(url.data, parsed.email, options.length > 0);
    process.stdout.write(done.map((line) => `${parsed.email} ${line}\n`).join(''));
  } catch (error) {
    process.stderr.write(`make-admin failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
