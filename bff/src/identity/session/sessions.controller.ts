import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  endSessionEndpoint,
  listSessionsEndpoint,
  type SessionList,
  signOutEndpoint,
  signOutEverywhereEndpoint,
} from '@ve/contracts/http/identity/auth';
import type { Context } from '@ve/data/kernel/context';
import { listSessionsOf, type SessionRow } from '@ve/data/identity/session/session.repository';
import * as app from '@ve/app/identity/session/end-sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BffConfig } from '../../config.ts';
import { type AnonymousBrowserCookie, anonymousBrowserCookie } from '../../http/browser-cookie.ts';
import { type BreakGlassSessionCookie, createBreakGlassSessionCookie } from '../staff/local-admin.ts';
import { CurrentContext, CurrentSession } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { type SessionCookie, sessionCookie } from './session-cookie.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';
import { toSessionList } from './session.mapper.ts';

@ApiTags('Session')
@Controller()
export class UserSessionsController {
  readonly #browser: AnonymousBrowserCookie;
  readonly #cookie: SessionCookie;
  readonly #local: BreakGlassSessionCookie;

  constructor(@Inject(CONFIG_TOKEN) config: BffConfig) {
    this.#browser = anonymousBrowserCookie(config.PUBLIC_ORIGIN);
    this.#cookie = sessionCookie(config.PUBLIC_ORIGIN);
    this.#local = createBreakGlassSessionCookie(config);
  }

  @ServesEndpoint(listSessionsEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Lists the browsers that the user is signed in to',
  })
  async list(@CurrentContext() { em, now }: Context, @CurrentSession() { id, user }: SessionRow): Promise<SessionList> {
    return toSessionList(await listSessionsOf(em, user.id, now()), id);
  }

  @ServesEndpoint(signOutEndpoint, {
    audience: 'visitor',
    recognises: true,
    limitShare: 1,
    summary: 'Signs this browser out',
  })
  async signOut(
    @CurrentContext() context: Context,
    @CurrentSession() session: SessionRow | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await app.signOut(context, {
      session: session && { id: session.id, userId: session.user.id },
      localAdmin: await this.#local.sessionOf(context, request),
    });
    this.#local.clear(request, reply);
    this.#clearCookies(reply);
  }

  @ServesEndpoint(signOutEverywhereEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Signs the user out of every browser',
  })
  async signOutEverywhere(
    @CurrentContext() context: Context,
    @CurrentSession() { user }: SessionRow,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await app.signOutEverywhere(context, user.id);
    this.#clearCookies(reply);
  }

  /** @throws ProblemError `not-found` for a session that is unknown, has ended or is another user's */
  @ServesEndpoint(endSessionEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Ends one session of the user',
    parameters: { id: 'The id of the session, from the list' },
  })
  async end(
    @CurrentContext() context: Context,
    @CurrentSession() session: SessionRow,
    @Param() { id }: { id: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await app.endSession(context, { userId: session.user.id, id });
    if (id === session.id) this.#clearCookies(reply);
  }

  /** Also deletes the browser's own token: with it, a payment made in this browser could sign it in again. */
  #clearCookies(reply: FastifyReply): void {
    this.#cookie.clear(reply);
    this.#browser.clear(reply);
  }
}
