import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  openBreakGlassSessionEndpoint,
  readBreakGlassAvailabilityEndpoint,
} from '@ve/contracts/http/identity/admin-sign-in';
import type { Context } from '@ve/data/kernel/context';
import { BreakGlassAccess } from '@ve/app/identity/staff/break-glass-access';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BffConfig } from '../../config.ts';
import { type BreakGlassSessionCookie, createBreakGlassSessionCookie } from '../../identity/staff/local-admin.ts';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';
import { StaffSignInAttemptRecorder } from './sign-in-alarm.ts';

@ApiTags('Staff sign-in')
@Controller()
export class BreakGlassController {
  readonly #local: BreakGlassSessionCookie;
  readonly #breakGlass: BreakGlassAccess;

  constructor(
    @Inject(CONFIG_TOKEN) config: BffConfig,
    @Inject(StaffSignInAttemptRecorder) private readonly watch: StaffSignInAttemptRecorder,
  ) {
    this.#local = createBreakGlassSessionCookie(config);
    this.#breakGlass = new BreakGlassAccess(config.LOCAL_ADMIN_SECRET);
  }

  @ServesEndpoint(readBreakGlassAvailabilityEndpoint, {
    audience: 'visitor',
    summary: 'Returns whether the break-glass secret is accepted from this address',
  })
  read(@Req() request: FastifyRequest): { possible: boolean } {
    return { possible: this.#local.isPossible(request) };
  }

  /** @throws ProblemError `not-found` where break-glass access is not possible; `sign-in-attempts-exceeded` */
  @ServesEndpoint(openBreakGlassSessionEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Opens a break-glass session on the machine itself',
    description: 'Only from loopback, with the configured secret, and never in production. Valid for an hour.',
  })
  async open(
    @CurrentContext() context: Context,
    @Body() { secret }: ParsedRequestBody<typeof openBreakGlassSessionEndpoint>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ outcome: 'opened' | 'refused' }> {
    if (!this.#local.isPossible(request)) throw new ProblemError('not-found');
    const { answer, token } = await this.watch.attempt(context, 'break-glass', () =>
      this.#breakGlass.open(context, secret),
    );
    if (token !== null) this.#local.set(reply, token);
    return answer;
  }
}
