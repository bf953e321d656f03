import type { DueDateEntry, Watch, WatchSettings } from '@ve/contracts/http/monitoring/watch';
import type { WatchedDueDate, WatchRow } from '@ve/data/monitoring/watch/watch.repository';
import { defaultLeads, defaultQuietHours, reminderKinds, sortedLeads } from '@ve/domain/monitoring/reminders/reminder';
import { isPausedOn } from '@ve/domain/monitoring/reminders/pause';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { carMayChangeOn, type MemberWatch } from '@ve/app/monitoring/watch/member-watch';

/** A member's settings, or the defaults. A pause that has ended is left out. */
export function toSettings(watch: WatchRow | null, today: IsoDate): WatchSettings {
  return {
    email: watch?.emailOn ?? true,
    sms: watch?.smsOn ?? false,
    leads: sortedLeads(watch?.leads ?? defaultLeads),
    quiet: watch?.quiet ?? defaultQuietHours,
    pause: watch !== null && isPausedOn(watch, today) ? { until: watch.pausedUntil } : null,
    disabledAlerts: watch?.disabledAlerts ?? [],
    postcode: watch?.postcode ?? null,
  };
}

/**
 * The due dates of the car, each kind once, including registers not yet read and the member's own dates not yet given.
 */
export function toDueDates(registration: string | null, dueDates: readonly WatchedDueDate[]): DueDateEntry[] {
  if (registration === null) return [];
  return reminderKinds.map((kind) => {
    const due = dueDates.find((each) => each.kind === kind);
    const isMemberDueDateKind = kind === 'insurance' || kind === 'servicing';
    if (!due) return { kind, on: null, source: null, readAt: null, why: isMemberDueDateKind ? null : 'not-read' };
    const { on, source, fetchedAt: readAt, noDateReason: why } = due;
    return { kind, on, source, readAt: readAt?.toISOString() ?? null, why };
  });
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
