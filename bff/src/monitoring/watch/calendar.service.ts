import { Inject, Injectable } from '@nestjs/common';
import { buildEndpointPath } from '@ve/contracts/endpoint';
import { readCalendarFeedEndpoint } from '@ve/contracts/http/monitoring/watch';
import type { Context } from '@ve/data/kernel/context';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { fillAndFindDueDates } from '@ve/app/monitoring/watch/ensure-watch';
import { findWatch } from '@ve/data/monitoring/watch/watch.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { BffConfig } from '../../config.ts';
import { watchStateOf } from '@ve/app/monitoring/watch/member-watch';
import { renewCalendarFeed } from '@ve/app/monitoring/watch/change-watch';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';
import { type CalendarFeedDate, calendarFeed } from './calendar-feed.ts';
import { CalendarFeedTokens, unverifiedUserIdOfCalendarToken } from './calendar-feed-tokens.ts';

@Injectable()
export class CalendarFeedService {
  readonly #origin: string;

  constructor(
    @Inject(CONFIG_TOKEN) config: BffConfig,
    @Inject(CalendarFeedTokens) private readonly tokens: CalendarFeedTokens,
  ) {
    this.#origin = config.PUBLIC_ORIGIN;
  }

  /** The secret URL of a user's feed; null if there is none. */
  async urlOf(userId: string, version: number): Promise<string | null> {
    if (version === 0) return null;
    return new URL(
      buildEndpointPath(readCalendarFeedEndpoint, { token: await this.tokens.tokenOf(userId, version) }),
      this.#origin,
    ).href;
  }

  /** Sets a new URL for a member's feed and revokes the earlier one. Null without a membership. */
  async renew(context: Context, userId: string): Promise<string | null> {
    const version = await renewCalendarFeed(context, userId);
    return version === null ? null : this.urlOf(userId, version);
  }

  /**
   * The feed at a URL.
   * @throws ProblemError `not-found` for a token that is not in use, whether or not it ever was
   */
  async read({ em, now }: Context, token: string): Promise<string> {
    const userId = unverifiedUserIdOfCalendarToken(token);
    const version = (await findWatch(em, userId))?.calendarVersion ?? 0;
    if (version === 0 || !(await this.tokens.isTokenOf(token, userId, version))) throw new ProblemError('not-found');
    const subscription = await findSubscriptionOfUser(em, userId);
    const registration = subscription?.registration ?? null;
    const dates: CalendarFeedDate[] = [];
    const dueDates = await fillAndFindDueDates(em, userId, now());
    for (const { kind, on, dateKnownSince: notedAt } of dueDates) {
      if (on === null) continue;
      const name = await this.tokens.nameOf(userId, `${registration ?? ''} ${kind}`);
      dates.push({ name, kind, on, notedAt });
    }
    const state = watchStateOf(subscription, now()) === 'watching' ? 'watching' : 'lapsed';
    const reading = dueDates.some(({ noDateReason }) => noDateReason === 'not-read');
    return calendarFeed({ registration, state, dates, reading, origin: this.#origin });
  }
}
