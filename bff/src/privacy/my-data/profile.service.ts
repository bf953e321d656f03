import { Inject, Injectable } from '@nestjs/common';
import type { EmailChange, EmailChangeAnswer, Profile, ProfileForm } from '@ve/contracts/http/privacy/profile';
import type { Context } from '@ve/data/kernel/context';
import { queueMail } from '@ve/app/messaging/queue-message';
import {
  addEmailChange,
  type EmailChangeRow,
  emailChangeMs,
  endEmailChangesOf,
  findLiveEmailChange,
} from '@ve/data/identity/email-change/email-change.repository';
import { findProfile, saveProfile } from '@ve/data/membership/profile/profile.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { randomUUID } from 'node:crypto';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { consumeClientLimit } from '@ve/app/jobs/client-limit';
import { type SubjectLimit, consumeSubjectLimit } from '@ve/app/jobs/subject-limit';

/** Each correction is a call to Stripe. */
const corrections = { name: 'profile', perHour: 30 } as const;
/** Limits the mails caused by one account: two per request. */
const byUser = { name: 'email-change', perHour: 5 } as const;
/** Limits the mails to one new address, over all accounts. */
const byAddress = {
  name: 'email-change-address',
  open: [{ perHour: 3 }],
  perNetwork: { perHour: 1 },
  shared: { perHour: 3 },
} as const satisfies SubjectLimit;

const toEmailChange = ({ newEmail, oldConfirmedAt, newConfirmedAt, createdAt }: EmailChangeRow): EmailChange => ({
  newEmail,
  oldConfirmed: oldConfirmedAt !== null,
  newConfirmed: newConfirmedAt !== null,
  expiresAt: new Date(createdAt.getTime() + emailChangeMs).toISOString(),
});

const orNull = (typed: string): string | null => (typed === '' ? null : typed);

@Injectable()
export class ProfileService {
  constructor(@Inject(ClientAddresses) private readonly addresses: ClientAddresses) {}

  /** @throws ProblemError `sign-in-required` when the account was deleted meanwhile */
  async read({ em, now }: Context, userId: string): Promise<Profile> {
    const profile = await findProfile(em, userId);
    if (!profile) throw new ProblemError('sign-in-required');
    const change = await findLiveEmailChange(em, userId, now());
    return { ...profile, emailChange: change === null ? null : toEmailChange(change) };
  }

  /** Corrects the profile, and has Stripe's customer updated. */
  async save(context: Context, userId: string, form: ProfileForm): Promise<Profile> {
    const { em, now, correlationId } = context;
    await em.transactional(async (transaction) => {
      const at = now();
      await consumeClientLimit(transaction, corrections, userId, at);
      const { name, address, postcode, phone } = form;
      const given = { name, address: orNull(address), postcode: orNull(postcode), phone: orNull(phone) };
      await saveProfile(transaction, userId, given, at);
      await addToOutbox(transaction, 'customers.sync', { userId, changeId: randomUUID(), correlationId }, { now: at });
    });
    return this.read(context, userId);
  }

  /**
   * Mails both addresses a link to confirm a new one. The statements are the same whether or not the new address has an
   * account: the builder of its mail decides what it says.
   * @throws ProblemError `too-many-requests`
   */
  async requestEmail(
    { em, now, correlationId, client }: Context,
    userId: string,
    email: string,
  ): Promise<EmailChangeAnswer> {
    const use = await this.addresses.useOf(email, client);
    return em.transactional(async (transaction) => {
      const at = now();
      const profile = await findProfile(transaction, userId);
      if (!profile) throw new ProblemError('sign-in-required');
      if (profile.email === email) return { outcome: 'same' };
      await consumeClientLimit(transaction, byUser, userId, at);
      await consumeSubjectLimit({ em: transaction, now: at }, byAddress, use);
      const change = { userId, oldEmail: profile.email, newEmail: email };
      const id = await addEmailChange(transaction, change, at);
      for (const [template, recipient] of [
        ['email-change-old', profile.email],
        ['email-change-new', email],
      ] as const) {
        const mail = { template, recipient, subjectId: id };
        await queueMail(transaction, mail, { now: at, correlationId });
      }
      const row = { id, ...change, oldConfirmedAt: null, newConfirmedAt: null, createdAt: at };
      return { outcome: 'asked', emailChange: toEmailChange(row) };
    });
  }

  async withdrawEmail({ em, now }: Context, userId: string): Promise<void> {
    await endEmailChangesOf(em, userId, now());
  }
}
