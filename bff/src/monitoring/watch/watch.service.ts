import { Inject, Injectable } from '@nestjs/common';
import type { AnswerOf, BodyOf } from '@ve/contracts/endpoint';
import type { changeWatch, setDueDate, Watch, WatchChange } from '@ve/contracts/http/monitoring/watch';
import type { Context } from '@ve/data/kernel/context';
import { consumeToken } from '@ve/data/jobs/limit/token-bucket.repository';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import {
  ensureWatch,
  findDueDatesNow,
  findWatch,
  setMemberDueDate,
  type WatchChanges,
} from '@ve/data/monitoring/watch/watch.repository';
import { listPlannedReminders } from '@ve/data/monitoring/watch/planned-reminder.repository';
import type { MemberDueDateKind } from '@ve/domain/monitoring/reminders/reminder';
import { upcomingReminders } from '@ve/domain/monitoring/reminders/upcoming';
import type { IsoDate } from '@ve/domain/kernel/time/iso-date';
import { addDays, addMonths, isCalendarDay, londonDate } from '@ve/domain/kernel/time/london-date';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { AddressRegister } from '../../membership/address-register.ts';
import { applyChoices, readMemberWatch, watchStateOf } from './member-watch.ts';
import { CalendarService } from './calendar.service.ts';
import { toChanges, toWatch } from './watch.mapper.ts';

/** Each look-up of a postcode is paid for: ten at the same time, and ten a day, per account. */
const lookups = { capacity: 10, refillMs: 8_640_000 };
const upcomingShown = 20;
const monthsAhead = 24;

type Placed = { outcome: 'placed'; place: WatchChanges['place'] | undefined };

@Injectable()
export class WatchService {
  constructor(
    @Inject(AddressRegister) private readonly register: AddressRegister,
    @Inject(CalendarService) private readonly calendar: CalendarService,
  ) {}

  /** The user's watch over their car, with defaults for unset options. */
  async read({ em, now }: Pick<Context, 'em' | 'now'>, userId: string): Promise<Watch> {
    const at = now();
    const today = londonDate(at);
    const member = await readMemberWatch(em, userId, at);
    const dueDates = await findDueDatesNow(em, userId, at);
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

  /**
   * Changes the given settings only, or nothing if one is refused.
   * @throws ProblemError `request-invalid` for a pause until a day that does not exist
   */
  async change(
    context: Context,
    userId: string,
    { postcode, subscribe = [], ...given }: BodyOf<typeof changeWatch>,
  ): Promise<WatchChange> {
    const { em, now } = context;
    const until = given.pause?.until ?? null;
    if (until !== null && !isCalendarDay(until)) {
      throw new ProblemError('request-invalid', {
        fields: [{ path: 'pause.until', message: 'This day does not exist.' }],
      });
    }
    const subscription = await findSubscriptionOfUser(em, userId);
    if (subscription === null) return { outcome: 'not-member' };
    // Looking up a postcode costs us; removing it does not.
    if (typeof postcode === 'string' && watchStateOf(subscription, now()) !== 'watching')
      return { outcome: 'not-member' };
    const placed = await this.#placeOf(context, userId, postcode);
    if (placed.outcome !== 'placed') return placed;
    const { place } = placed;
    const changes = { ...toChanges(given, londonDate(now())), ...(place === undefined ? {} : { place }), subscribe };
    const outcome = await em.transactional((transaction) => applyChoices(transaction, subscription, changes, now()));
    return outcome === 'set' ? { outcome, watch: await this.read(context, userId) } : { outcome };
  }

  /** Stores or removes a due date that only the member knows. */
  async setDue(
    context: Context,
    userId: string,
    kind: MemberDueDateKind,
    { on }: BodyOf<typeof setDueDate>,
  ): Promise<AnswerOf<typeof setDueDate>> {
    const { em, now } = context;
    const at = now();
    if (on !== null && !isWithinReach(on, londonDate(at))) return { outcome: 'out-of-range' };
    if ((await findSubscriptionOfUser(em, userId)) === null) return { outcome: 'not-member' };
    await em.transactional(async (transaction) => {
      await ensureWatch(transaction, userId, at);
      await setMemberDueDate(transaction, { userId, kind, on }, at);
    });
    return { outcome: 'set', watch: await this.read(context, userId) };
  }

  /** The location of a postcode. The one that is already stored is not looked up again. */
  async #placeOf(
    { em, now }: Context,
    userId: string,
    postcode: string | null | undefined,
  ): Promise<Placed | { outcome: 'postcode-unknown' | 'postcode-unavailable' }> {
    if (postcode === undefined || postcode === null) return { outcome: 'placed', place: postcode };
    const stored = await findWatch(em, userId);
    if (stored?.postcode === postcode && stored.place !== null) return { outcome: 'placed', place: undefined };
    const decision = await consumeToken(em, { key: `watch-postcode:${userId}`, ...lookups }, now());
    if (!decision.taken) return { outcome: 'postcode-unavailable' };
    const answer = await this.register.find(postcode);
    switch (answer.state) {
      case 'found':
        return answer.at === null
          ? { outcome: 'postcode-unknown' }
          : { outcome: 'placed', place: { postcode, ...answer.at } };
      case 'postcode-not-found':
        return { outcome: 'postcode-unknown' };
      case 'limit-reached':
      case 'unavailable':
        return { outcome: 'postcode-unavailable' };
    }
  }
}

const isWithinReach = (on: IsoDate, today: IsoDate): boolean =>
  isCalendarDay(on) && on >= addDays(today, -1) && on <= addMonths(today, monthsAhead);
