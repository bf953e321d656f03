import { Injectable } from '@nestjs/common';
import type { ReportReminders } from '@ve/contracts/http/monitoring/reminders';
import type { Context } from '@ve/data/kernel/context';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { readMemberWatch } from '@ve/app/monitoring/watch/member-watch';
import { toReportReminders } from './reminders.mapper.ts';

@Injectable()
export class RemindersService {
  /** The reminders row of a report on this vehicle. */
  async read({ em, now }: Context, userId: string, registration: string): Promise<ReportReminders> {
    const at = now();
    return toReportReminders(await readMemberWatch(em, userId, at), registration, londonDate(at));
  }
}
