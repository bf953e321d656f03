import type { BodyOf } from '@ve/contracts/endpoint';
import type { changeWatch, DueEntry, Watch, WatchSettings } from '@ve/contracts/http/monitoring/watch';
import type { WatchChanges, WatchedDueDate, WatchRow } from '@ve/data/monitoring/watch/watch.repository';
import {
  defaultLeads,
  defaultQuietHours,
  reminderChannels,
  reminderKinds,
  type ReminderLeads,
  reminderLeads,
} from '@ve/domain/monitoring/reminders/reminder';
import { isPausedOn } from '@ve/domain/monitoring/reminders/pause';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { addMonths, londonDate } from '@ve/domain/kernel/time/london-date';
import type { MemberWatch } from './member-watch.ts';

/** A member's settings, or the defaults. A pause that has ended is left out. */
export function toSettings(watch: WatchRow | null, today: IsoDate): WatchSettings {
  return {
    email: watch?.emailOn ?? true,
    sms: watch?.smsOn ?? false,
    leads: inOrder(watch?.leads ?? defaultLeads),
    quiet: watch?.quiet ?? defaultQuietHours,
    pause: watch !== null && isPausedOn(watch, today) ? { until: watch.pausedUntil } : null,
    disabledAlerts: watch?.disabledAlerts ?? [],
    postcode: watch?.postcode ?? null,
  };
}

/**
 * Converts the given settings for the row. A pause that ends today or earlier is stored as none; the caller locates the
 * postcode.
 */
export function toChanges(
  given: Omit<BodyOf<typeof changeWatch>, 'postcode' | 'subscribe'>,
  today: IsoDate,
): WatchChanges {
  const { email, sms, leads, quiet, pause, disabledAlerts } = given;
  const over = pause?.until != null && pause.until <= today;
  return {
    ...(email === undefined ? {} : { emailOn: email }),
    ...(sms === undefined ? {} : { smsOn: sms }),
    ...(leads === undefined ? {} : { leads: inOrder(leads) }),
    ...(quiet === undefined ? {} : { quiet }),
    ...(pause === undefined ? {} : { pause: over ? null : pause }),
    ...(disabledAlerts === undefined ? {} : { disabledAlerts: [...new Set(disabledAlerts)] }),
  };
}

/** The days of each kind and channel in the order of `reminderLeads`. */
const inOrder = (leads: ReminderLeads): WatchSettings['leads'] => {
  const each = <Key extends string, Value>(keys: readonly Key[], of: (key: Key) => Value) =>
    Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, Value>;
  return each(reminderKinds, (kind) =>
    each(reminderChannels, (channel) => reminderLeads.filter((lead) => leads[kind][channel].includes(lead))),
  );
};

/**
 * The due dates of the car, each kind once, including registers not yet read and the member's own dates not yet given.
 */
export function toDueDates(registration: string | null, dueDates: readonly WatchedDueDate[]): DueEntry[] {
  if (registration === null) return [];
  return reminderKinds.map((kind) => {
    const due = dueDates.find((each) => each.kind === kind);
    const isMemberDueDateKind = kind === 'insurance' || kind === 'servicing';
    if (!due) return { kind, on: null, source: null, readAt: null, why: isMemberDueDateKind ? null : 'not-read' };
    const { on, source, readAt, why } = due;
    return { kind, on, source, readAt: readAt?.toISOString() ?? null, why };
  });
}

/** When the car can be changed again; null if it can be now, or there is nothing to change. */
export function carMayChangeOn({ state, subscription, watch }: MemberWatch): IsoDate | null {
  if (state !== 'watching' || subscription === null || watch?.carChangedAt == null) return null;
  const { currentPeriodStart: start, currentPeriodEnd: end } = subscription;
  if (start !== null && watch.carChangedAt < start) return null;
  return end === null ? addMonths(londonDate(watch.carChangedAt), 1) : londonDate(end);
}

export function toWatch(
  member: MemberWatch,
  dueDates: readonly WatchedDueDate[],
  { upcoming, calendarUrl, today }: { upcoming: Watch['upcoming']; calendarUrl: string | null; today: IsoDate },
): Watch {
  const registration = member.subscription?.registration ?? null;
  return {
    state: member.state,
    registration,
    settings: toSettings(member.watch, today),
    mailTo: member.mailTo,
    phone: member.phone,
    dueDates: toDueDates(registration, dueDates),
    upcoming,
    calendarUrl,
    carMayChangeOn: carMayChangeOn(member),
    asOf: today,
  };
}
