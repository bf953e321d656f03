import { Injectable } from '@nestjs/common';
import type { AnswerOf, BodyOf } from '@ve/contracts/endpoint';
import type { ReportReminders, setReportReminders } from '@ve/contracts/http/monitoring/reminders';
import type { Context } from '@ve/data/kernel/context';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { applyChoices, readMemberWatch } from '../watch/member-watch.ts';
import { toReportReminders } from './reminders.mapper.ts';

@Injectable()
export class RemindersService {
  /** The reminders row of a report on this vehicle. */
  async read({ em, now }: Context, userId: string, registration: string): Promise<ReportReminders> {
    const at = now();
    return toReportReminders(await readMemberWatch(em, userId, at), registration, londonDate(at));
  }

  /** Sets the given switches; repeating the call changes nothing. */
  async set(
    context: Context,
    userId: string,
    registration: string,
    { email, sms }: BodyOf<typeof setReportReminders>,
  ): Promise<AnswerOf<typeof setReportReminders>> {
    const subscription = await findSubscriptionOfUser(context.em, userId);
    if (subscription === null) return { outcome: 'not-member' };
    const changes = {
      ...(email === undefined ? {} : { emailOn: email }),
      ...(sms === undefined ? {} : { smsOn: sms }),
    };
    const outcome = await context.em.transactional((em) => applyChoices(em, subscription, changes, context.now()));
    return outcome === 'set' ? { outcome, reminders: await this.read(context, userId, registration) } : { outcome };
  }
}
