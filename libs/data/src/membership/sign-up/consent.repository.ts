import type { EntityManager } from '@mikro-orm/postgresql';
import type { Consent, ConsentKind } from '@ve/domain/membership/consents';
import { sql } from 'kysely';
import { tables } from '../../entities.ts';

/** Records that a user whose membership has ended agreed to start it again, under the text that was shown. */
export const addRejoinConsent = async (
  em: EntityManager,
  { userId, consent, clientHash }: { userId: string; consent: Consent; clientHash: string },
  now: Date,
): Promise<void> => {
  await tables(em)
    .insertInto('consents')
    .values({
      userId,
      kind: 'rejoin',
      textVersion: consent.version,
      fullCheckPence: consent.fullCheckPence,
      monthlyPence: consent.monthlyPence,
      clientHash,
      givenAt: now,
    })
    .execute();
};

/** Returns the versions of the texts that a sign-up agreed to. */
export const listSignUpConsents = async (
  em: EntityManager,
  signUpId: string,
): Promise<{ kind: ConsentKind; version: string }[]> => {
  const rows = await tables(em)
    .selectFrom('consents')
    .select(['kind', 'textVersion as version'])
    .where('signUpId', '=', signUpId)
    .execute();
  return rows.map(({ kind, version }) => ({ kind: kind as ConsentKind, version }));
};

/** Returns the price of a month at which a sign-up's contract is made, in pence; null: its consents state none. */
export const findSignUpMonthlyPence = async (em: EntityManager, signUpId: string): Promise<number | null> => {
  const row = await tables(em)
    .selectFrom('consents')
    .select('monthlyPence')
    .where('signUpId', '=', signUpId)
    .where('kind', '=', 'terms')
    .executeTakeFirst();
  return row?.monthlyPence ?? null;
};

/** The terms agreed for a charge: the price of its full check in pence (0: none), and the version of the consent. */
export interface AgreedChargeTerms {
  fullCheckPence: number;
  consentVersion: string | null;
}

/** Stripe reports times of payment in whole seconds. */
const aSecondMs = 1_000;

/**
 * Returns what a member had agreed to when they paid at `paidAt`: the terms of their last request by then to start, or
 * to start again. Later prices do not apply.
 */
export const findAgreedChargeTerms = async (
  em: EntityManager,
  userId: string,
  paidAt: Date,
): Promise<AgreedChargeTerms> => {
  const by = new Date(paidAt.getTime() + aSecondMs).toISOString();
  const found = await sql<AgreedChargeTerms>`
    select full_check_pence, text_version as "consentVersion" from consents
    where kind in ('start-now', 'rejoin') and (
      user_id = ${userId} or sign_up_id in (select id from sign_ups where user_id = ${userId} and status = 'completed')
    )
    order by given_at > ${by}, abs(extract(epoch from given_at - ${by}::timestamptz)) limit 1
  `.execute(tables(em));
  return found.rows[0] ?? { fullCheckPence: 0, consentVersion: null };
};
