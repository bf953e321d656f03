import { Inject, Injectable } from '@nestjs/common';
import { readMemberWatch } from '@ve/app/monitoring/watch/member-watch';
import type { Watch } from '@ve/contracts/http/monitoring/watch';
import type { Context } from '@ve/data/kernel/context';
import { listPlannedReminders } from '@ve/data/monitoring/watch/planned-reminder.repository';
import { fillAndFindDueDates } from '@ve/data/monitoring/watch/watch.repository';
import { upcomingReminders } from '@ve/domain/monitoring/reminders/upcoming';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { CalendarService } from './calendar.service.ts';
import { toWatch } from './watch.mapper.ts';

const upcomingShown = 20;

@Injectable()
export class WatchService {
  constructor(@Inject(CalendarService) private readonly calendar: CalendarService) {}

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
