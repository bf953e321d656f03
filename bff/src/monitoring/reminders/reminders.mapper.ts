import type { ReportReminders } from '@ve/contracts/http/monitoring/reminders';
import { isPausedOn } from '@ve/domain/monitoring/reminders/pause';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import type { MemberWatch } from '@ve/app/monitoring/watch/member-watch';

/** The reminders row of a report on `registration`, for the browser. */
export function toReportReminders(member: MemberWatch, registration: string, today: IsoDate): ReportReminders {
  const { subscription, watch, phone, mailTo, textsPaused } = member;
  const own = subscription?.registration ?? null;
  return {
    state: member.state !== 'watching' ? member.state : own === registration ? 'watched' : 'car-changed',
    registration: own,
    email: watch?.emailOn ?? true,
    sms: watch?.smsOn ?? false,
    phone,
    mailTo,
    paused: watch !== null && isPausedOn(watch, today),
    textsPaused,
  };
}
