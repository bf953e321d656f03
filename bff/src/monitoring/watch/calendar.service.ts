import { Inject, Injectable } from '@nestjs/common';
import { pathOf } from '@ve/contracts/endpoint';
import { readCalendar } from '@ve/contracts/http/monitoring/watch';
import type { Context } from '@ve/data/kernel/context';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { setCalendarVersion } from '@ve/data/monitoring/watch/calendar.repository';
import { ensureWatch, findDueDatesNow, findWatch } from '@ve/data/monitoring/watch/watch.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { randomInt } from 'node:crypto';
import type { Config } from '../../config.ts';
import { watchStateOf } from './member-watch.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { type CalendarDate, calendarFeed } from './calendar-feed.ts';
import { CalendarTokens, claimedUserOf } from './calendar-tokens.ts';

/** Random, so that a stopped or renewed URL never works again; up to the column's maximum. */
const newVersion = (): number => randomInt(1, 2 ** 31);

@Injectable()
export class CalendarService {
  readonly #origin: string;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(CalendarTokens) private readonly tokens: CalendarTokens,
  ) {
    this.#origin = config.PUBLIC_ORIGIN;
  }

  /** The secret URL of a user's feed; null if there is none. */
  async urlOf(userId: string, version: number): Promise<string | null> {
    if (version === 0) return null;
    return new URL(pathOf(readCalendar, { token: await this.tokens.tokenOf(userId, version) }), this.#origin).href;
  }

  /** Sets a new URL for a member's feed and revokes the earlier one. Null without a membership. */
  async renew({ em, now }: Context, userId: string): Promise<string | null> {
    const at = now();
    if (watchStateOf(await findSubscriptionOfUser(em, userId), at) !== 'watching') return null;
    const version = newVersion();
    await em.transactional(async (transaction) => {
      await ensureWatch(transaction, userId, at);
      await setCalendarVersion(transaction, userId, version, at);
    });
    return this.urlOf(userId, version);
  }

  /** Ends the feed of a user, member or not. */
  stop({ em, now }: Context, userId: string): Promise<void> {
    return setCalendarVersion(em, userId, 0, now());
  }

  /**
   * The feed at a URL.
   * @throws ProblemError `not-found` for a token that is not in use, whether or not it ever was
   */
  async read({ em, now }: Context, token: string): Promise<string> {
    const userId = claimedUserOf(token);
    const version = (await findWatch(em, userId))?.calendarVersion ?? 0;
    if (version === 0 || !(await this.tokens.isTokenOf(token, userId, version))) throw new ProblemError('not-found');
    const subscription = await findSubscriptionOfUser(em, userId);
    const registration = subscription?.registration ?? null;
    const dates: CalendarDate[] = [];
    const dueDates = await findDueDatesNow(em, userId, now());
    for (const { kind, on, notedAt } of dueDates) {
      if (on === null) continue;
      const name = await this.tokens.nameOf(userId, `${registration ?? ''} ${kind}`);
      dates.push({ name, kind, on, notedAt });
    }
    const state = watchStateOf(subscription, now()) === 'watching' ? 'watching' : 'lapsed';
    const reading = dueDates.some(({ why }) => why === 'not-read');
    return calendarFeed({ registration, state, dates, reading, origin: this.#origin });
  }
}
