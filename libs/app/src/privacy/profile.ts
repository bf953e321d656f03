import type { Profile, ProfileForm } from '@ve/contracts/http/privacy/profile';
import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { findPendingEmailChange } from '@ve/data/identity/email-change/email-change.repository';
import { isEmailChangeOpen } from '@ve/domain/identity/email-change';
import { findProfile, saveProfile } from '@ve/data/membership/profile/profile.repository';
import { randomUUID } from 'node:crypto';
import { consumeClientLimit } from '../jobs/client-limit.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { toEmailChange } from './email-change-service.ts';

/** Each correction is a call to Stripe. */
const corrections = { name: 'profile', perHour: 30 } as const;

const orNull = (typed: string): string | null => (typed === '' ? null : typed);

/** @throws ProblemError `sign-in-required` when the account was deleted meanwhile */
export const readProfile = async ({ em, now }: Context, { userId }: { userId: string }): Promise<Profile> => {
  const profile = await findProfile(em, userId);
  if (!profile) throw new ProblemError('sign-in-required');
  const change = await findPendingEmailChange(em, userId);
  return {
    ...profile,
    emailChange: change !== null && isEmailChangeOpen(change, now()) ? toEmailChange(change) : null,
  };
};

/**
 * Corrects the profile, and has Stripe's customer updated.
 * @throws ProblemError `too-many-requests`
 */
export const correctProfile = async (
  context: Context,
  { userId, form }: { userId: string; form: ProfileForm },
): Promise<Profile> => {
  const { em, now, correlationId } = context;
  await em.transactional(async (transaction) => {
    const at = now();
    await consumeClientLimit(transaction, { limit: corrections, client: userId }, at);
    const { name, address, postcode, phone } = form;
    const given = { name, address: orNull(address), postcode: orNull(postcode), phone: orNull(phone) };
    await saveProfile(transaction, { userId, profile: given }, at);
    await addToOutbox(
      transaction,
      { jobName: 'customers.sync', payload: { userId, changeId: randomUUID(), correlationId } },
      { now: at },
    );
  });
  return readProfile(context, { userId });
};
