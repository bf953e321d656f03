import { Injectable } from '@nestjs/common';
import type { Context } from '@ve/data/kernel/context';
import { replacePasswordHash, type StaffAccount } from '@ve/data/identity/staff/staff-account.repository';
import { hashPassword, needsRehash, isPasswordCorrect } from '@ve/data/identity/user/password-hash';
import { randomBytes } from 'node:crypto';

/** Checks passwords of staff. */
@Injectable()
export class Passwords {
  /** Compared with the password when there is no account, so that the response takes the same time. */
  readonly #dummy = hashPassword(randomBytes(32).toString('base64url'));

  /**
   * Whether the password is the account's; upgrades the stored hash to the current cost. Takes the same time without an
   * account.
   */
  async match(em: Context['em'], account: StaffAccount | null, password: string): Promise<boolean> {
    const stored = account?.passwordHash ?? null;
    const matches = await isPasswordCorrect(password, stored ?? (await this.#dummy));
    if (account === null || stored === null || !matches) return false;
    if (needsRehash(stored)) {
      await replacePasswordHash(em, { userId: account.userId, from: stored, to: await hashPassword(password) });
    }
    return true;
  }
}
