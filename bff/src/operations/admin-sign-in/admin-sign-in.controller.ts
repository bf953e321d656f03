import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  completeStaffSignInEndpoint,
  startStaffSignInEndpoint,
  type StaffSecondFactorAnswer,
  type StaffSignInAnswer,
} from '@ve/contracts/http/identity/admin-sign-in';
import type { Context } from '@ve/data/kernel/context';
import { endUserSession, type SessionRow } from '@ve/data/identity/session/session.repository';
import { staffSecondFactorTimeoutSeconds } from '@ve/domain/identity/lifetimes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BffConfig } from '../../config.ts';
import { CurrentContext, CurrentSession } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { type SessionCookie, sessionCookie } from '../../identity/session/session-cookie.ts';
import { type KnownStaffBrowserCookie, knownStaffBrowserCookie } from '../../identity/session/known-browser-cookie.ts';
import { type SecretTokenCookie, secretTokenCookie } from '../../http/secret-token-cookie.ts';
import { KnownStaffBrowserService } from '@ve/app/identity/staff/known-browsers';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';
import { StaffSignInService } from '@ve/app/identity/staff/sign-in-staff';

const rules = { audience: 'visitor', bodyLimit: 4_096, limitShare: 1 } as const;

@ApiTags('Staff sign-in')
@Controller()
export class AdminSignInController {
  readonly #pending: SecretTokenCookie;
  readonly #session: SessionCookie;
  readonly #mark: KnownStaffBrowserCookie;

  constructor(
    @Inject(StaffSignInService) private readonly signIns: StaffSignInService,
    @Inject(KnownStaffBrowserService) private readonly browsers: KnownStaffBrowserService,
    @Inject(CONFIG_TOKEN) { PUBLIC_ORIGIN: origin }: BffConfig,
  ) {
    this.#pending = secretTokenCookie(origin, {
      name: '__Host-ve-staff-sign-in',
      seconds: staffSecondFactorTimeoutSeconds,
      sameSite: 'strict',
    });
    this.#session = sessionCookie(origin);
    this.#mark = knownStaffBrowserCookie(origin);
  }

  @ServesEndpoint(startStaffSignInEndpoint, {
    ...rules,
    recognises: true,
    summary: 'Signs in as staff, step one: e-mail address and password',
    description:
      'Unknown addresses receive the same response as wrong passwords, in the same time. Attempts are limited by ' +
      'client and by account, with backoff; a browser that has signed in to the account within 90 days has its own ' +
      'limit. Without the admin role the browser is signed out.',
  })
  async begin(
    @CurrentContext() context: Context,
    @CurrentSession() session: SessionRow | null,
    @Body() body: ParsedRequestBody<typeof startStaffSignInEndpoint>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StaffSignInAnswer> {
    const { answer, pending } = await this.signIns.begin(context, { ...body, mark: this.#mark.read(request.cookies) });
    if (pending !== null) this.#pending.set(reply, pending);
    if (answer.outcome === 'not-admin') {
      if (session) await endUserSession(context.em, { userId: session.user.id, id: session.id }, context.now());
      this.#session.clear(reply);
    }
    return answer;
  }

  @ServesEndpoint(completeStaffSignInEndpoint, {
    ...rules,
    summary: 'Signs in as staff, step two: a code from the authenticator app, or a recovery code',
    description: 'Each code is accepted once. Five wrong codes end the sign-in.',
  })
  async confirm(
    @CurrentContext() context: Context,
    @Body() { code }: ParsedRequestBody<typeof completeStaffSignInEndpoint>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StaffSecondFactorAnswer> {
    const { cookies } = request;
    const { answer, session, account } = await this.signIns.confirm(context, {
      pending: this.#pending.read(cookies),
      code,
      browser: this.#session.browserOf(request),
      mark: this.#mark.read(cookies),
    });
    if (session !== null) this.#session.set(reply, session, 'password-totp');
    if (account !== null) this.#mark.set(reply, await this.browsers.markFor(account));
    if (answer.outcome !== 'wrong-code') this.#pending.clear(reply);
    return answer;
  }
}
