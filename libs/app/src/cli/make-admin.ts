import { exitWithUsage } from '@ve/data/cli/exit-with-usage';
import * as z from 'zod';
import { randomUUID } from 'node:crypto';
import { parseEmail } from '@ve/domain/kernel/email/parse-email';
import { writeAuditEntry } from '@ve/data/identity/audit-log/audit-log.repository';
import { addStaffPasswordLink } from '@ve/data/identity/staff/password-reset.repository';
import { passwordInviteLinkLifetimeMs } from '@ve/domain/identity/lifetimes';
import { deleteSecondFactor } from '@ve/data/identity/staff/second-factor.repository';
import { endStaffAccess } from '@ve/data/identity/staff/staff-access.repository';
import { addRoleToUser } from '@ve/data/identity/user/staff-users.repository';
import { createUser, lockUserByEmail } from '@ve/data/identity/user/user.repository';
import { connectDatabase } from '@ve/data/kernel/database';
import { readDatabaseTime } from '@ve/data/kernel/database-time';
import { isAccountBeingDeleted } from '@ve/data/privacy/my-data/account-deletion.repository';
import { queueMail } from '../messaging/queue-message.ts';

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
      if (await isAccountBeingDeleted(em, userId))
        throw new Error('the account is being deleted: wait until it is gone');
      if (known === null) done.push('has an account.');
      const record = { actor: 'make-admin', subject: userId };
      if (await addRoleToUser(em, { userId, role: 'admin' }, now)) {
        await writeAuditEntry(em, { ...record, action: 'role.added', details: { role: 'admin' } }, now);
        done.push('is an admin.');
      } else {
        done.push('was an admin before.');
      }
      if (resetSecondFactor) {
        await endStaffAccess(em, { userId }, now);
        const had = await deleteSecondFactor(em, userId);
        await writeAuditEntry(em, { ...record, action: 'staff.second-factor-deleted' }, now);
        done.push(had ? 'sets up another second factor at the next sign-in.' : 'had no second factor.');
      }
      const subjectId = await addStaffPasswordLink(em, { userId, validMs: passwordInviteLinkLifetimeMs }, now);
      const mail = { template: 'staff-password', recipient: email, subjectId } as const;
      await queueMail(em, mail, { now, correlationId: randomUUID() });
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
  exitWithUsage(usage);
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
