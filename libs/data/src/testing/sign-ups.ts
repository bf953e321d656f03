import type { EntityManager } from '@mikro-orm/postgresql';
import { consents } from '@ve/domain/membership/consents';
import { randomUUID } from 'node:crypto';
import { tables } from '../entities.ts';

export interface TestSignUp {
  email?: string;
  registration?: string;
  stripeCustomerId?: string | null;
  paymentIntentId?: string | null;
  createdAt?: Date;
}

/** Acts as `create-checkout`: stores a filled-in form with its consents; returns its id. */
export const insertSignUp = async (em: EntityManager, signUp: TestSignUp = {}): Promise<string> => {
  const createdAt = signUp.createdAt ?? new Date();
  const { id } = await tables(em)
    .insertInto('sign_ups')
    .values({
      idempotency_key: randomUUID(),
      email: signUp.email ?? 'dana@example.com',
      full_name: 'Dana Driver',
      address: '1 High Street, Leeds, LS1 1AA',
      postcode: 'LS1 1AA',
      registration_number: signUp.registration ?? 'AB12CDE',
      browser_hash: 'b'.repeat(64),
      stripe_customer_id: signUp.stripeCustomerId ?? null,
      payment_intent_id: signUp.paymentIntentId ?? null,
      created_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const kind of ['terms', 'start-now'] as const) {
    await tables(em)
      .insertInto('consents')
      .values({
        sign_up_id: id,
        kind,
        text_version: consents[kind].version,
        full_check_pence: consents[kind].fullCheckPence,
        given_at: createdAt,
      })
      .execute();
  }
  return id;
};
