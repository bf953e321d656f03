import type { EntityManager } from '@mikro-orm/postgresql';
import { currentConsents } from '@ve/domain/membership/consents';
import { randomUUID } from 'node:crypto';
import { tables } from '../entities.ts';

export interface TestSignUp {
  email?: string;
  registration?: string;
  stripeCustomerId?: string | null;
  paymentIntentId?: string | null;
  createdAt?: Date;
}

/** Acts as `create-checkout`: stores a submitted form with its consents; returns its id. */
export const insertTestSignUp = async (em: EntityManager, signUp: TestSignUp = {}): Promise<string> => {
  const createdAt = signUp.createdAt ?? new Date();
  const { id } = await tables(em)
    .insertInto('sign_ups')
    .values({
      idempotencyKey: randomUUID(),
      email: signUp.email ?? 'dana@example.com',
      fullName: 'Dana Driver',
      address: '1 High Street, Leeds, LS1 1AA',
      postcode: 'LS1 1AA',
      registrationNumber: signUp.registration ?? 'AB12CDE',
      browserHash: 'b'.repeat(64),
      stripeCustomerId: signUp.stripeCustomerId ?? null,
      stripePaymentIntentId: signUp.paymentIntentId ?? null,
      createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const kind of ['terms', 'start-now'] as const) {
    await tables(em)
      .insertInto('consents')
      .values({
        signUpId: id,
        kind,
        textVersion: currentConsents[kind].version,
        fullCheckPence: currentConsents[kind].fullCheckPence,
        givenAt: createdAt,
      })
      .execute();
  }
  return id;
};
