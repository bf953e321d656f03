import { Controller, Inject, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { endSession, listSessions, type SessionList, signOut, signOutEverywhere } from '@ve/contracts/http/auth';
import type { Context } from '@ve/data/context';
import { endSessionOf, endSessionsOf, listSessionsOf, type SessionRow } from '@ve/data/session/session.repository';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import { type BrowserCookie, browserCookie } from '../http/browser-cookie.ts';
import { Ctx, CurrentSession } from '../http/request-context.ts';
import { Serves } from '../http/serves.ts';
import { type SessionCookie, sessionCookie } from '../http/session-cookie.ts';
import { CONFIG } from '../platform/tokens.ts';
import { toSessionList } from './session.mapper.ts';

@ApiTags('Session')
@Controller()
export class SessionsController {
  readonly #browser: BrowserCookie;
  readonly #cookie: SessionCookie;

  constructor(@Inject(CONFIG) config: Config) {
    this.#browser = browserCookie(config.PUBLIC_ORIGIN);
    this.#cookie = sessionCookie(config.PUBLIC_ORIGIN);
  }

  @Serves(listSessions, { audience: 'customer', limitShare: 1, summary: 'The browsers signed in as this user' })
  async list(@Ctx() { em, now }: Context, @CurrentSession() { id, user }: SessionRow): Promise<SessionList> {
    return toSessionList(await listSessionsOf(em, user.id, now()), id);
  }

  @Serves(signOut, { audience: 'visitor', recognises: true, limitShare: 1, summary: 'Sign this browser out' })
  async signOut(
    @Ctx() { em, now }: Context,
    @CurrentSession() session: SessionRow | null,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    if (session) await endSessionOf(em, session.user.id, session.id, now());
    this.#forget(reply);
  }

  @Serves(signOutEverywhere, { audience: 'customer', limitShare: 1, summary: 'Sign every browser of this user out' })
  async signOutEverywhere(
    @Ctx() { em, now }: Context,
    @CurrentSession() { user }: SessionRow,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await endSessionsOf(em, user.id, now());
    this.#forget(reply);
  }

  /** @throws ProblemError `not-found` for a session that is unknown, has ended or is another user's */
  @Serves(endSession, {
    audience: 'customer',
    limitShare: 1,
    summary: 'End one session of this user',
    parameters: { id: 'The session, as listed' },
  })
  async end(
    @Ctx() { em, now }: Context,
    @CurrentSession() session: SessionRow,
    @Param() { id }: { id: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    if (!(await endSessionOf(em, session.user.id, id, now()))) throw new ProblemError('not-found');
    if (id === session.id) this.#forget(reply);
  }

  /** Without the browser's own token too: by that, a payment made here could sign it in again. */
  #forget(reply: FastifyReply): void {
    this.#cookie.clear(reply);
    this.#browser.forget(reply);
  }
}
