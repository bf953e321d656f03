import type { EntityManager } from '@mikro-orm/postgresql';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import type { WatchMailStream } from '@ve/contracts/http/monitoring/reminders';
import type { changeWatchSettingsEndpoint, WatchChangeAnswer } from '@ve/contracts/http/monitoring/watch';
import { consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import type { Context } from '@ve/data/kernel/context';
import { readPhoneState } from '@ve/data/membership/phone/phone.repository';
import { findSubscriptionOfUser, type SubscriptionRow } from '@ve/data/membership/subscription/subscription.repository';
import { removeMailOptOut } from '@ve/data/messaging/mails/mail-opt-out.repository';
import { rescheduleMonitorCheckNow } from '@ve/data/monitoring/alerts/monitor-check-state.repository';
import {
  findWatch,
  setMemberDueDate,
  updateWatch,
  type WatchChanges,
} from '@ve/data/monitoring/watch/watch.repository';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { addDays, addMonths, isCalendarDay, londonDate } from '@ve/domain/kernel/time/london-date';
import { type MemberDueDateKind, sortReminderLeadSettings } from '@ve/domain/monitoring/reminders/reminder';
import type { AddressPort } from '@ve/providers/address/address.port';
import { ProblemError } from '../../kernel/problem-error.ts';
import { watchStateOf } from './member-watch.ts';
import { ensureWatch } from './ensure-watch.ts';
import { setCalendarFeedVersion } from '@ve/data/monitoring/watch/calendar.repository';
import { randomInt } from 'node:crypto';

/** Each look-up of a postcode is paid for: ten at the same time, and ten a day, per account. */
const lookups = { capacity: 10, refillMs: 8_640_000 };

const monthsAhead = 24;

type Refused = Exclude<WatchChangeAnswer['outcome'], 'set'>;
type Place = WatchChanges['place'] | undefined;

/** How members change what they are reminded of, and how. */
export class WatchSettingsService {
  constructor(private readonly addresses: Pick<AddressPort, 'find'>) {}

  /**
   * Changes the given settings only, or nothing if one is refused. A pause that ends today or earlier is stored as
   * none.
   * @throws ProblemError `request-invalid` for a pause until a day that does not exist
   */
  async change(
    context: Context,
    { userId, postcode, ...given }: ParsedRequestBody<typeof changeWatchSettingsEndpoint> & { userId: string },
  ): Promise<'set' | Refused> {
    const { em, now } = context;
    const until = given.pause?.until ?? null;
    if (until !== null && !isCalendarDay(until)) {
      throw new ProblemError('request-invalid', {
        fields: [{ path: 'pause.until', message: 'This day does not exist.' }],
      });
    }
    const subscription = await findSubscriptionOfUser(em, userId);
    if (subscription === null) return 'not-member';
    // Looking up a postcode costs us; removing it does not.
    if (typeof postcode === 'string' && watchStateOf(subscription, now()) !== 'watching') return 'not-member';
    const found = await this.#placeOf(context, userId, postcode);
    if ('refused' in found) return found.refused;
    return store(em, subscription, { ...toChanges(given, found.place, londonDate(now())), now: now() });
  }

  /** Turns e-mail or text messages on or off; repeating the call changes nothing. */
  async switchChannels(
    { em, now }: Context,
    { userId, email, sms }: { userId: string; email?: boolean | undefined; sms?: boolean | undefined },
  ): Promise<'set' | 'not-member' | 'phone-needed'> {
    const subscription = await findSubscriptionOfUser(em, userId);
    if (subscription === null) return 'not-member';
    return store(em, subscription, { changes: channelsOf(email, sms), subscribe: [], now: now() });
  }

  /** Stores or removes a due date that only the member knows, from yesterday to two years ahead. */
  async setDueDate(
    { em, now }: Context,
    { userId, kind, on }: { userId: string; kind: MemberDueDateKind; on: IsoDate | null },
  ): Promise<'set' | 'not-member' | 'out-of-range'> {
    const at = now();
    if (on !== null && !isWithinReach(on, londonDate(at))) return 'out-of-range';
    if ((await findSubscriptionOfUser(em, userId)) === null) return 'not-member';
    await em.transactional(async (transaction) => {
      await ensureWatch(transaction, userId, at);
      await setMemberDueDate(transaction, { userId, kind, on }, at);
    });
    return 'set';
  }

  /** The location of a postcode. The one that is already stored is not looked up again. */
  async #placeOf(
    { em, now }: Context,
    userId: string,
    postcode: string | null | undefined,
  ): Promise<{ place: Place } | { refused: 'postcode-unknown' | 'postcode-unavailable' }> {
    if (postcode === undefined || postcode === null) return { place: postcode };
    const stored = await findWatch(em, userId);
    if (stored?.postcode === postcode && stored.place !== null) return { place: undefined };
    const { taken } = await consumeToken(em, { key: `watch-postcode:${userId}`, ...lookups }, now());
    if (!taken) return { refused: 'postcode-unavailable' };
    const answer = await this.addresses.find(postcode);
    switch (answer.state) {
      case 'found':
        return answer.at === null ? { refused: 'postcode-unknown' } : { place: { postcode, ...answer.at } };
      case 'postcode-not-found':
        return { refused: 'postcode-unknown' };
      case 'limit-reached':
      case 'unavailable':
        return { refused: 'postcode-unavailable' };
    }
  }
}

const isWithinReach = (on: IsoDate, today: IsoDate): boolean =>
  isCalendarDay(on) && on >= addDays(today, -1) && on <= addMonths(today, monthsAhead);

const channelsOf = (email: boolean | undefined, sms: boolean | undefined): WatchChanges => ({
  ...(email === undefined ? {} : { emailOn: email }),
  ...(sms === undefined ? {} : { smsOn: sms }),
});

const toChanges = (
  given: Omit<ParsedRequestBody<typeof changeWatchSettingsEndpoint>, 'postcode'>,
  place: Place,
  today: IsoDate,
): { changes: WatchChanges; subscribe: readonly WatchMailStream[] } => {
  const { email, sms, leads, quiet, pause, disabledAlerts, subscribe = [] } = given;
  const over = pause?.until != null && pause.until <= today;
  const changes = {
    ...channelsOf(email, sms),
    ...(leads === undefined ? {} : { leads: sortReminderLeadSettings(leads) }),
    ...(quiet === undefined ? {} : { quiet }),
    ...(pause === undefined ? {} : { pause: over ? null : pause }),
    ...(disabledAlerts === undefined ? {} : { disabledAlerts: [...new Set(disabledAlerts)] }),
    ...(place === undefined ? {} : { place }),
  };
  return { changes, subscribe };
};

/**
 * Turning e-mail on subscribes the address to reminders again, and to no other stream that it was unsubscribed from.
 * Texts cannot be turned on without a number: then nothing changes.
 */
const store = (
  em: EntityManager,
  { userId, email }: Pick<SubscriptionRow, 'userId' | 'email'>,
  { changes, subscribe, now }: { changes: WatchChanges; subscribe: readonly WatchMailStream[]; now: Date },
): Promise<'set' | 'phone-needed'> =>
  em.transactional(async (transaction) => {
    if (changes.smsOn === true && (await readPhoneState(transaction, userId)) === null) return 'phone-needed';
    await ensureWatch(transaction, userId, now);
    await changeWatch(transaction, { userId, changes }, now);
    const again = new Set<WatchMailStream>(changes.emailOn === true ? ['reminder', ...subscribe] : subscribe);
    for (const stream of again) await removeMailOptOut(transaction, { email, stream }, now);
    return 'set';
  });

/**
 * Stores a member's settings, in the caller's transaction. Petrol prices are searched soon for another place. Reminders
 * that the earlier channels, leads or pause left out were not missed: see `preferencesChangedAt`.
 */
export const changeWatch = async (
  em: EntityManager,
  { userId, changes }: { userId: string; changes: WatchChanges },
  now: Date,
): Promise<void> => {
  const { emailOn, smsOn, leads, pause, place } = changes;
  const chosen = [emailOn, smsOn, leads, pause].some((choice) => choice !== undefined);
  await updateWatch(em, { userId, changes, preferencesChangedAt: chosen ? now : undefined }, now);
  if (place) await rescheduleMonitorCheckNow(em, { userId, aspect: 'petrol' }, now);
};

/** Random, so that a stopped or renewed URL never works again; up to the column's maximum. */
const newVersion = (): number => randomInt(1, 2 ** 31);

/** Gives a member's calendar feed another version, which revokes its URL. Returns it; null without a membership. */
export const renewCalendarFeed = async ({ em, now }: Context, userId: string): Promise<number | null> => {
  const at = now();
  if (watchStateOf(await findSubscriptionOfUser(em, userId), at) !== 'watching') return null;
  const version = newVersion();
  await em.transactional(async (transaction) => {
    await ensureWatch(transaction, userId, at);
    await setCalendarFeedVersion(transaction, { userId, version }, at);
  });
  return version;
};

/** Ends the calendar feed of a user, member or not. */
export const revokeCalendarFeed = ({ em, now }: Context, userId: string): Promise<void> =>
  setCalendarFeedVersion(em, { userId, version: 0 }, now());
