import type { PasswordSetAnswer } from '@ve/contracts/http/identity/admin-sign-in';
import { writeAuditEntry } from '@ve/data/identity/audit-log/audit-log.repository';
import type { Context } from '@ve/data/kernel/context';
import {
  findStaffPasswordLinkLockingUser,
  addStaffPasswordLink,
  redeemStaffPasswordLink,
} from '@ve/data/identity/staff/password-reset.repository';
import { passwordResetLinkLifetimeMs } from '@ve/domain/identity/lifetimes';
import { mailedLinkState } from '@ve/domain/identity/mailed-link';
import { endStaffAccess, lockIfAdmin } from '@ve/data/identity/staff/staff-access.repository';
import { findStaffAccount, setPasswordHash, staffAccountOf } from '@ve/data/identity/staff/staff-account.repository';
import { hashPassword } from '@ve/data/identity/user/password-hash';
import { passwordProblem, passwordProblemMessages } from '@ve/domain/identity/staff/password-rules';
import { secretTokenHash } from '../../kernel/secret-token.ts';
import type { ClientAddressHasher } from '../../jobs/client-address-hasher.ts';
import { consumeClientLimit } from '../../jobs/client-limit.ts';
import { confirmEmailAddress } from '../session/confirm-email-address.ts';
import { queueMail } from '../../messaging/queue-message.ts';
import type { KnownStaffBrowserService } from './known-browsers.ts';
import { consumeStaffSignInLimit, endStaffLockOut, staffSignInClientLimit } from './staff-limits.ts';

/** The limit of links that one client requests, over all addresses. */
const byClient = { name: 'staff-link', perHour: 20, burst: 10, code: 'sign-in-mails-exceeded' } as const;

/**
 * Sets passwords of staff by a mailed link. The link proves ownership of the mailbox, and does not sign in: the second
 * factor is still required.
 */
export class StaffPasswordLinkService {
  constructor(
    private readonly addresses: ClientAddressHasher,
    private readonly browsers: KnownStaffBrowserService,
  ) {}

  /**
   * Queues a link, which is mailed only to an admin; the response is the same for every address. `mark`: of a known
   * browser.
   * @throws ProblemError `sign-in-mails-exceeded`
   */
  async request(
    { em, now, correlationId, client }: Context,
    { email, mark }: { email: string; mark: string | null },
  ): Promise<void> {
    const knownBrowser = await this.browsers.idOf(mark, await findStaffAccount(em, email));
    if (knownBrowser === null)
      await consumeClientLimit(em, { limit: byClient, client: await this.addresses.nameOf(client) }, now());
    const use = await this.addresses.limitUseOf(email, client);
    await consumeStaffSignInLimit(em, { limit: 'link', use: { ...use, knownBrowser } }, now());
    await em.transactional(async (transaction) => {
      // The statements are the same for every address, so that timing reveals nothing.
      const userId = (await findStaffAccount(transaction, email))?.userId ?? null;
      const at = now();
      const subjectId = await addStaffPasswordLink(transaction, { userId, validMs: passwordResetLinkLifetimeMs }, at);
      const mail = { template: 'staff-password', recipient: email, subjectId } as const;
      await queueMail(transaction, mail, { now: at, correlationId });
    });
  }

  /**
   * Sets the password of a link's user, once; ends their sessions with staff rights and their lock-out.
   * @throws ProblemError `sign-in-attempts-exceeded`
   */
  async redeem(
    { em, now, client }: Context,
    { token, password }: { token: string; password: string },
  ): Promise<PasswordSetAnswer> {
    await consumeClientLimit(em, { limit: staffSignInClientLimit, client: await this.addresses.nameOf(client) }, now());
    const hash = secretTokenHash(token);
    if (hash === null) return { outcome: 'expired' };
    const named = await findStaffPasswordLinkLockingUser(em, hash);
    if (named === null) return { outcome: 'expired' };
    const state = mailedLinkState(named, now());
    if (state !== 'valid') return { outcome: state };
    const { email } = await staffAccountOf(em, named.userId);
    const problem = passwordProblem(password, email);
    if (problem !== null) return { outcome: 'weak', message: passwordProblemMessages[problem] };
    const [passwordHash, address] = [await hashPassword(password), await this.addresses.nameOf(email)];
    return em.transactional(async (transaction) => {
      const at = now();
      await lockIfAdmin(transaction, named.userId);
      const link = await findStaffPasswordLinkLockingUser(transaction, hash);
      if (link === null) return { outcome: 'expired' };
      const present = mailedLinkState(link, at);
      if (present !== 'valid') return { outcome: present };
      const { userId } = link;
      await redeemStaffPasswordLink(transaction, link, at);
      await setPasswordHash(transaction, userId, passwordHash);
      await confirmEmailAddress(transaction, { userId, email }, at);
      await endStaffAccess(transaction, { userId }, at);
      await endStaffLockOut(transaction, 'password', address);
      await endStaffLockOut(transaction, 'code', userId);
      const record = { actor: email, actorUserId: userId, action: 'staff.password-set', subject: userId };
      await writeAuditEntry(transaction, { ...record, details: { by: 'mailed-link' } }, at);
      return { outcome: 'saved' };
    });
  }
}
