import type { PhoneState } from '@ve/contracts/http/membership/phone';
import { type MailTo, type WatchStream, watchStreams } from '@ve/contracts/http/monitoring/reminders';
import type { Context } from '@ve/data/kernel/context';
import { removeMailOptOut, optedOutStreams } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { isMailSuppressed } from '@ve/data/messaging/mails/mail-suppression.repository';
import { findProfile } from '@ve/data/membership/profile/profile.repository';
import { findSubscriptionOfUser, type SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { phoneStateOf } from '@ve/data/membership/phone/phone.repository';
import {
  changeWatch,
  ensureWatch,
  findWatch,
  type WatchChanges,
  type WatchRow,
} from '@ve/data/monitoring/watch/watch.repository';
import { servicesOf } from '@ve/domain/membership/membership-services';
import { membershipOf } from '@ve/domain/membership/membership-state';

type Manager = Context['em'];

/** A member's watch: settings, and how to reach them. */
export interface MemberWatch {
  /** `lapsed`: nothing is sent; `never`: there was no membership. */
  state: 'watching' | 'lapsed' | 'never';
  subscription: SubscriptionRow | null;
  /** Watched, but without texts: they pause while a payment is due. */
  textsPaused: boolean;
  /** Null: the defaults. */
  watch: WatchRow | null;
  phone: PhoneState;
  mailTo: MailTo;
}

/** Whether a user's car is watched: reminders and alerts go out at least by e-mail (`servicesOf`). */
export const watchStateOf = (subscription: SubscriptionRow | null, now: Date): MemberWatch['state'] => {
  const { state } = membershipOf(subscription, now);
  return state === 'none' ? 'never' : servicesOf[state].emails ? 'watching' : 'lapsed';
};

/** Reads everything that a page shows about a user's reminders. */
export const readMemberWatch = async (em: Manager, userId: string, now: Date): Promise<MemberWatch> => {
  const subscription = await findSubscriptionOfUser(em, userId);
  const address = subscription?.email ?? (await findProfile(em, userId))?.email ?? '';
  const stopped = await optedOutStreams(em, address, watchStreams);
  const { emails, texts } = servicesOf[membershipOf(subscription, now).state];
  return {
    state: watchStateOf(subscription, now),
    subscription,
    textsPaused: emails && !texts,
    watch: await findWatch(em, userId),
    phone: await phoneStateOf(em, userId),
    mailTo: {
      address,
      stopped: stopped.includes('reminder'),
      optedOutStreams: stopped,
      refused: await isMailSuppressed(em, address),
    },
  };
};

/** A member's changes to their settings. */
export interface Choices extends WatchChanges {
  /** The streams to which the address is subscribed again. */
  subscribe?: readonly WatchStream[];
}

/**
 * Stores a member's settings in the caller's transaction. Turning e-mail on subscribes the address to reminders again,
 * and to no other stream that it was unsubscribed from. Texts cannot be turned on without a number: returns
 * `phone-needed` and changes nothing.
 */
export const applyChoices = async (
  em: Manager,
  { userId, email }: Pick<SubscriptionRow, 'userId' | 'email'>,
  { subscribe = [], ...changes }: Choices,
  now: Date,
): Promise<'set' | 'phone-needed'> => {
  if (changes.smsOn === true && (await phoneStateOf(em, userId)) === null) return 'phone-needed';
  await ensureWatch(em, userId, now);
  await changeWatch(em, userId, changes, now);
  const again = new Set<WatchStream>(changes.emailOn === true ? ['reminder', ...subscribe] : subscribe);
  for (const stream of again) await removeMailOptOut(em, email, stream, now);
  return 'set';
};
