import type { EntityManager } from '@mikro-orm/postgresql';
import type { PhoneState } from '@ve/contracts/http/membership/phone';
import { type MailRecipientState, watchMailStreams } from '@ve/contracts/http/monitoring/reminders';
import { findOptedOutMailStreams } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { isMailAddressSuppressed } from '@ve/data/messaging/mails/mail-suppression.repository';
import { findProfile } from '@ve/data/membership/profile/profile.repository';
import { findSubscriptionOfUser, type SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { readPhoneState } from '@ve/data/membership/phone/phone.repository';
import { findWatch, type WatchRow } from '@ve/data/monitoring/watch/watch.repository';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { addMonths, londonDate } from '@ve/domain/kernel/time/london-date';
import { servicesByMembershipState } from '@ve/domain/membership/membership-services';
import { membershipOf } from '@ve/domain/membership/membership-state';

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
  mailTo: MailRecipientState;
}

/** Whether a user's car is watched: reminders and alerts go out at least by e-mail (`servicesByMembershipState`). */
export const watchStateOf = (subscription: SubscriptionRow | null, now: Date): MemberWatch['state'] => {
  const { state } = membershipOf(subscription, now);
  return state === 'none' ? 'never' : servicesByMembershipState[state].emails ? 'watching' : 'lapsed';
};

/** Reads everything that a page shows about a user's reminders. */
export const readMemberWatch = async (em: EntityManager, userId: string, now: Date): Promise<MemberWatch> => {
  const subscription = await findSubscriptionOfUser(em, userId);
  const address = subscription?.email ?? (await findProfile(em, userId))?.email ?? '';
  const stopped = await findOptedOutMailStreams(em, address, watchMailStreams);
  const { emails, texts } = servicesByMembershipState[membershipOf(subscription, now).state];
  return {
    state: watchStateOf(subscription, now),
    subscription,
    textsPaused: emails && !texts,
    watch: await findWatch(em, userId),
    phone: await readPhoneState(em, userId),
    mailTo: {
      address,
      stopped: stopped.includes('reminder'),
      optedOutStreams: stopped,
      refused: await isMailAddressSuppressed(em, address),
    },
  };
};

/** When the car can be changed again; null if it can be now, or there is nothing to change. */
export const nextCarChangeDay = ({ state, subscription, watch }: MemberWatch): IsoDate | null => {
  if (state !== 'watching' || subscription === null || watch?.carChangedAt == null) return null;
  const { currentPeriodStart: start, currentPeriodEnd: end } = subscription;
  if (start !== null && watch.carChangedAt < start) return null;
  return end === null ? addMonths(londonDate(watch.carChangedAt), 1) : londonDate(end);
};
