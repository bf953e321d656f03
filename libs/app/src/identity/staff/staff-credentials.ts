import type { Context } from '@ve/data/kernel/context';
import { readSharedSecret } from '@ve/data/jobs/limit/secret.repository';
import {
  acceptTotpStep,
  findSecondFactor,
  redeemRecoveryCode,
  replaceRecoveryCodes,
} from '@ve/data/identity/staff/second-factor.repository';
import { upgradePasswordHashCost, type StaffAccount } from '@ve/data/identity/staff/staff-account.repository';
import { hashPassword, isPasswordCorrect, needsRehash } from '@ve/data/identity/user/password-hash';
import { randomBytes, createHash, randomInt } from 'node:crypto';
import { decryptTextForRow, encryptTextForRow } from '../../kernel/sealed-text.ts';
import { SigningKey } from '../../kernel/signing-key.ts';
import { totpStepOf } from './totp.ts';

/** Crockford's base 32: no letter can be mistaken for another one or for a digit. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 24;
const groupLength = 6;
const howMany = 10;

/** Ten codes of 120 random bits, in groups: too many to guess, so that a plain hash of them reveals nothing. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: howMany }, () => {
    const code = Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
    return (code.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-');
  });

/** The stored hash of a code as typed, in any letter case, with or without dashes; null if it is not a code. */
function recoveryCodeHash(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  if (code.length !== length || [...code].some((letter) => !letters.includes(letter))) return null;
  return createHash('sha256').update(code).digest('hex');
}

/** How a user proved to have the second factor. */
export type AcceptedSecondFactor = 'totp' | 'recovery-code';

/**
 * Passwords and second factors of staff. Second factors are sealed for the database, so that a copy of the database
 * does not allow signing in.
 */
export class StaffCredentialService {
  readonly #configured: readonly string[];
  readonly #stored: SigningKey;
  /** Compared with the password when there is no account, so that the response takes the same time. */
  readonly #dummy = hashPassword(randomBytes(32).toString('base64url'));

  /**
   * `keys`: hexadecimal, the first one seals; where none is configured, outside production, the key is in the database
   * itself. `reader`: for a plain SQL read outside any request.
   */
  constructor(keys: readonly string[], reader: Context['em']) {
    this.#configured = keys;
    this.#stored = new SigningKey(() => readSharedSecret(reader, 'staff-secrets'));
  }

  /**
   * Whether the password is the account's; upgrades the stored hash to the current cost. Takes the same time without an
   * account.
   */
  async isPassword(em: Context['em'], account: StaffAccount | null, password: string): Promise<boolean> {
    const stored = account?.passwordHash ?? null;
    const matches = await isPasswordCorrect(password, stored ?? (await this.#dummy));
    if (account === null || stored === null || !matches) return false;
    if (needsRehash(stored)) {
      await upgradePasswordHashCost(em, { userId: account.userId, from: stored, to: await hashPassword(password) });
    }
    return true;
  }

  /** Reads the key. Await it before a transaction that seals or opens: it may need its own connection. */
  async ready(): Promise<void> {
    await this.#keys();
  }

  async seal(userId: string, secret: string): Promise<string> {
    const [key] = await this.#keys();
    return encryptTextForRow(secret, key, userId);
  }

  /** Accepts a code or recovery code of a user, once; null when it is wrong. Runs in the caller's transaction. */
  async accept(
    em: Context['em'],
    { userId, code }: { userId: string; code: string },
    now: Date,
  ): Promise<AcceptedSecondFactor | null> {
    const factor = await findSecondFactor(em, userId);
    if (!factor) return null;
    const step = await this.totpStepOf({ userId, sealedSecret: factor.sealedSecret, code }, now);
    if (step !== null) return (await acceptTotpStep(em, userId, step)) ? 'totp' : null;
    const hash = recoveryCodeHash(code);
    return hash !== null && (await redeemRecoveryCode(em, { userId, hash }, now)) ? 'recovery-code' : null;
  }

  /**
   * The time step of a code for a sealed secret; null when the code is wrong.
   * @throws Error when the key that sealed it is no longer configured
   */
  async totpStepOf(
    { userId, sealedSecret, code }: { userId: string; sealedSecret: string; code: string },
    now: Date,
  ): Promise<number | null> {
    const secret = decryptTextForRow(sealedSecret, await this.#keys(), userId);
    return totpStepOf(secret, code.replace(/\s/g, ''), now);
  }

  async #keys(): Promise<[Buffer, ...Buffer[]]> {
    const [first, ...others] = this.#configured;
    const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
    return first === undefined ? [bytes(await this.#stored.read())] : [bytes(first), ...others.map(bytes)];
  }
}

/** Replaces the recovery codes of a user, in the caller's transaction; returns the new ones. */
export const issueRecoveryCodes = async (em: Context['em'], userId: string, now: Date): Promise<string[]> => {
  const codes = newRecoveryCodes();
  const hashes = codes.flatMap((code) => recoveryCodeHash(code) ?? []);
  await replaceRecoveryCodes(em, { userId, hashes }, now);
  return codes;
};
