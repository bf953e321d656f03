import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { EndpointAnswerBody, ParsedPathParams } from '@ve/contracts/endpoint';
import { revokeCalendarFeed } from '@ve/app/monitoring/watch/change-watch';
import {
  readCalendarFeedEndpoint,
  renewCalendarFeedEndpoint,
  revokeCalendarFeedEndpoint,
} from '@ve/contracts/http/monitoring/watch';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { userIdOfActor } from '../../http/user-id.ts';
import { CalendarFeedService } from './calendar.service.ts';

const etagOf = (text: string): string => `"${createHash('sha256').update(text).digest('base64url')}"`;

/** Whether the client has this version already (RFC 9110, section 13.1.2). */
const hasIt = (given: string | undefined, etag: string): boolean =>
  (given ?? '').split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));

@ApiTags('Reminders')
@Controller()
export class CalendarFeedController {
  constructor(@Inject(CalendarFeedService) private readonly calendar: CalendarFeedService) {}

  @ServesEndpoint(renewCalendarFeedEndpoint, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Creates a new secret URL for the calendar feed',
    description: 'The previous URL stops working.',
  })
  async renew(@CurrentContext() context: Context): Promise<EndpointAnswerBody<typeof renewCalendarFeedEndpoint>> {
    const url = await this.calendar.renew(context, userIdOfActor(context));
    return url === null ? { outcome: 'none' } : { outcome: 'made', url };
  }

  @ServesEndpoint(revokeCalendarFeedEndpoint, {
    audience: 'customer',
    bodyLimit: 1_024,
    limitShare: 0.5,
    summary: 'Deletes the URL of the calendar feed',
  })
  stop(@CurrentContext() context: Context): Promise<void> {
    return revokeCalendarFeed(context, userIdOfActor(context));
  }

  /** Calendar programs read it without a cookie, every few hours, many of them from one address. */
  @ServesEndpoint(readCalendarFeedEndpoint, {
    audience: 'visitor',
    limitShare: 5,
    summary: 'Returns the due dates of a member’s car as a calendar feed',
    description:
      'May be cached for an hour. After the membership has ended the feed contains a notice instead of dates.',
    parameters: { token: 'The secret part of the URL from `POST /api/watch/calendar`' },
  })
  async feed(
    @CurrentContext() context: Context,
    @Param() { token }: ParsedPathParams<typeof readCalendarFeedEndpoint>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const text = await this.calendar.read(context, token);
    const etag = etagOf(text);
    void reply.headers({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="vehicle-reminders.ics"',
      'cache-control': 'private, max-age=3600',
      'x-robots-tag': 'noindex',
      etag,
    });
    if (!hasIt(request.headers['if-none-match'], etag)) return text;
    void reply.status(304);
    return '';
  }
}
