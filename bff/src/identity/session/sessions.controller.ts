import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  endSession,
  listSessions,
  type SessionList,
  signOut,
  signOutEverywhere,
} from '@ve/contracts/http/identity/auth';
import type { Context } from '@ve/data/kernel/context';
import {
  endSessionOf,
  endSessionsOf,
  listSessionsOf,
  type SessionRow,
} from '@ve/data/identity/session/session.repository';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { type BrowserCookie, browserCookie } from '../../http/browser-cookie.ts';
import { type LocalAdmins, localAdmins } from '../staff/local-admin.ts';
import { Ctx, CurrentSession } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { type SessionCookie, sessionCookie } from './session-cookie.ts';
import { auditStaff } from '@ve/app/identity/staff/staff-audit';
import { CONFIG } from '../../platform/tokens.ts';
import { toSessionList } from './session.mapper.ts';

@ApiTags('Session')
@Controller()
export class SessionsController {
  readonly #browser: BrowserCookie;
  readonly #cookie: SessionCookie;
  readonly #local: LocalAdmins;

  constructor(@Inject(CONFIG) config: Config) {
    this.#browser = browserCookie(config.PUBLIC_ORIGIN);
    this.#cookie = sessionCookie(config.PUBLIC_ORIGIN);
    this.#local = localAdmins(config);
  }

  @Serves(listSessions, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Lists the browsers that the user is signed in to',
  })
  async list(@Ctx() { em, now }: Context, @CurrentSession() { id, user }: SessionRow): Promise<SessionList> {
    return toSessionList(await listSessionsOf(em, user.id, now()), id);
  }

  @Serves(signOut, { audience: 'visitor', recognises: true, limitShare: 1, summary: 'Signs this browser out' })
  async signOut(
    @Ctx() context: Context,
    @CurrentSession() session: SessionRow | null,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { em, now } = context;
    await em.transactional(async (transaction) => {
      const local = await this.#local.end({ em: transaction, now }, request, reply);
      if (session) await endSessionOf(transaction, session.user.id, session.id, now());
      if (local !== null) {
        const actor = { kind: 'local-admin', sessionId: local } as const;
        await auditStaff(transaction, { actor, now }, { action: 'break-glass.closed', subject: local });
      }
      await this.#audit(transaction, context, 'staff.signed-out', session?.id);
    });
    this.#clearCookies(reply);
  }

  @Serves(signOutEverywhere, { audience: 'customer', limitShare: 1, summary: 'Signs the user out of every browser' })
  async signOutEverywhere(
    @Ctx() context: Context,
    @CurrentSession() { user }: SessionRow,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await context.em.transactional(async (transaction) => {
      await endSessionsOf(transaction, user.id, context.now());
      await this.#audit(transaction, context, 'staff.signed-out-everywhere', user.id);
    });
    this.#clearCookies(reply);
  }

  /** @throws ProblemError `not-found` for a session that is unknown, has ended or is another user's */
  @Serves(endSession, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Ends one session of the user',
    parameters: { id: 'The id of the session, from the list' },
  })
  async end(
    @Ctx() context: Context,
    @CurrentSession() session: SessionRow,
    @Param() { id }: { id: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await context.em.transactional(async (transaction) => {
      if (!(await endSessionOf(transaction, session.user.id, id, context.now()))) throw new ProblemError('not-found');
      await this.#audit(transaction, context, 'staff.session-ended', id);
    });
    if (id === session.id) this.#clearCookies(reply);
  }

  /** Sessions of staff are audited from start to end. */
  async #audit(em: Context['em'], context: Context, action: string, subject: string | undefined): Promise<void> {
    if (context.actor.kind !== 'staff') return;
    await auditStaff(em, context, { action, ...(subject === undefined ? {} : { subject }) });
  }

  /** Also deletes the browser's own token: with it, a payment made in this browser could sign it in again. */
  #clearCookies(reply: FastifyReply): void {
    this.#cookie.clear(reply);
    this.#browser.clear(reply);
  }
}
