import { Inject, Injectable } from '@nestjs/common';
import { readMemberWatch, nextCarChangeDay, type MemberWatch } from '@ve/app/monitoring/watch/member-watch';
import type { Watch, DueDateEntry, WatchSettings } from '@ve/contracts/http/monitoring/watch';
import type { Context } from '@ve/data/kernel/context';
import { listPlannedReminders } from '@ve/data/monitoring/watch/planned-reminder.repository';
import { fillAndFindDueDates } from '@ve/app/monitoring/watch/ensure-watch';
import type { WatchedDueDate, WatchRow } from '@ve/data/monitoring/watch/watch.repository';
import { upcomingReminders } from '@ve/domain/monitoring/reminders/upcoming';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { CalendarFeedService } from './calendar.service.ts';
import {
  defaultReminderLeadSettings,
  defaultQuietHours,
  reminderKinds,
  sortReminderLeadSettings,
} from '@ve/domain/monitoring/reminders/reminder';
import { areRemindersPausedOn } from '@ve/domain/monitoring/reminders/pause';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';

const upcomingShown = 20;

@Injectable()
export class WatchService {
  constructor(@Inject(CalendarFeedService) private readonly calendar: CalendarFeedService) {}

  /** The user's watch over their car, with defaults for unset options. */
  async read({ em, now }: Pick<Context, 'em' | 'now'>, userId: string): Promise<Watch> {
    const at = now();
    const today = londonDate(at);
    const member = await readMemberWatch(em, userId, at);
    const dueDates = await fillAndFindDueDates(em, userId, at);
    const { watch, state, phone, mailTo } = member;
    const upcoming =
      state !== 'watching' || watch === null
        ? []
        : upcomingReminders({
            dueDates: dueDates.flatMap(({ kind, on }) => (on === null ? [] : [{ kind, on }])),
            leads: watch.leads,
            channels: {
              email: watch.emailOn && !mailTo.refused && !mailTo.stopped,
              sms: watch.smsOn && phone?.state === 'confirmed',
            },
            pause: watch,
            planned: await listPlannedReminders(em, userId),
            today,
          });
    return toWatch(member, dueDates, {
      upcoming: upcoming.slice(0, upcomingShown),
      calendarUrl: watch === null ? null : await this.calendar.urlOf(userId, watch.calendarVersion),
      today,
    });
  }
}

/** A member's settings, or the defaults. A pause that has ended is left out. */
function toSettings(watch: WatchRow | null, today: IsoDate): WatchSettings {
  return {
    email: watch?.emailOn ?? true,
    sms: watch?.smsOn ?? false,
    leads: sortReminderLeadSettings(watch?.leads ?? defaultReminderLeadSettings),
    quiet: watch?.quiet ?? defaultQuietHours,
    pause: watch !== null && areRemindersPausedOn(watch, today) ? { until: watch.pausedUntil } : null,
    disabledAlerts: watch?.disabledAlerts ?? [],
    postcode: watch?.postcode ?? null,
  };
}

/**
 * The due dates of the car, each kind once, including registers not yet read and the member's own dates not yet given.
 */
function toDueDates(registration: string | null, dueDates: readonly WatchedDueDate[]): DueDateEntry[] {
  if (registration === null) return [];
  return reminderKinds.map((kind) => {
    const due = dueDates.find((each) => each.kind === kind);
    const isMemberDueDateKind = kind === 'insurance' || kind === 'servicing';
    if (!due) return { kind, on: null, source: null, readAt: null, why: isMemberDueDateKind ? null : 'not-read' };
    const { on, source, fetchedAt: readAt, noDateReason: why } = due;
    return { kind, on, source, readAt: readAt?.toISOString() ?? null, why };
  });
}

function toWatch(
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
    carMayChangeOn: nextCarChangeDay(member),
    asOf: today,
  };
}
