import { Inject, Injectable } from '@nestjs/common';
import type { Context } from '@ve/data/kernel/context';
import { acceptTotpStep, findSecondFactor, redeemRecoveryCode } from '@ve/data/identity/staff/second-factor.repository';
import { recoveryCodeHash } from './recovery-codes.ts';
import { StaffSecrets } from './staff-secrets.ts';
import { totpStepOf } from './totp.ts';

/** How a user proved to have the second factor. */
export type ShownSecondFactor = 'totp' | 'recovery-code';

/** Checks codes of members of staff. */
@Injectable()
export class SecondFactors {
  constructor(@Inject(StaffSecrets) private readonly secrets: StaffSecrets) {}

  /** Accepts a code or recovery code of a user, once; null when it is wrong. Runs in the caller's transaction. */
  async accept(em: Context['em'], userId: string, code: string, now: Date): Promise<ShownSecondFactor | null> {
    const factor = await findSecondFactor(em, userId);
    if (!factor) return null;
    const digits = code.replace(/\s/g, '');
    const step = totpStepOf(await this.secrets.open(userId, factor.sealedSecret), digits, now);
    if (step !== null) return (await acceptTotpStep(em, userId, step)) ? 'totp' : null;
    const hash = recoveryCodeHash(code);
    return hash !== null && (await redeemRecoveryCode(em, userId, hash, now)) ? 'recovery-code' : null;
  }

  /** The time step of a code for a sealed secret; null when the code is wrong. */
  async totpStepOf(userId: string, sealedSecret: string, code: string, now: Date): Promise<number | null> {
    return totpStepOf(await this.secrets.open(userId, sealedSecret), code.replace(/\s/g, ''), now);
  }
}
