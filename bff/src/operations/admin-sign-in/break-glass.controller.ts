import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BodyOf } from '@ve/contracts/endpoint';
import { openBreakGlass, readBreakGlass } from '@ve/contracts/http/identity/admin-sign-in';
import type { Context } from '@ve/data/kernel/context';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { type LocalAdmins, localAdmins } from '../../identity/staff/local-admin.ts';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { consumeClientLimit } from '@ve/app/jobs/client-limit';
import { auditStaff } from '@ve/app/identity/staff/staff-audit';
import { CONFIG } from '../../platform/tokens.ts';
import { SignInAlarm } from './sign-in-alarm.ts';

/** Limits attempts with the break-glass secret. */
const attempts = { name: 'break-glass', perHour: 30, burst: 10, code: 'sign-in-attempts-exceeded' } as const;

interface Tried {
  answer: { outcome: 'opened' | 'refused' };
  token: string | null;
}

@ApiTags('Staff sign-in')
@Controller()
export class BreakGlassController {
  readonly #local: LocalAdmins;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(SignInAlarm) private readonly watch: SignInAlarm,
  ) {
    this.#local = localAdmins(config);
  }

  @Serves(readBreakGlass, {
    audience: 'visitor',
    summary: 'Returns whether the break-glass secret is accepted from this address',
  })
  read(@Req() request: FastifyRequest): { possible: boolean } {
    return { possible: this.#local.isPossible(request) };
  }

  /** @throws ProblemError `not-found` where break-glass access is not possible; `sign-in-attempts-exceeded` */
  @Serves(openBreakGlass, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Opens a break-glass session on the machine itself',
    description: 'Only from loopback, with the configured secret, and never in production. Valid for an hour.',
  })
  async open(
    @Ctx() context: Context,
    @Body() { secret }: BodyOf<typeof openBreakGlass>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ outcome: 'opened' | 'refused' }> {
    if (!this.#local.isPossible(request)) throw new ProblemError('not-found');
    const { answer, token } = await this.watch.attempt(context, 'break-glass', () => this.#try(context, secret));
    if (token !== null) this.#local.set(reply, token);
    return answer;
  }

  async #try({ em, now }: Context, secret: string): Promise<Tried> {
    await consumeClientLimit(em, attempts, 'loopback', now());
    if (!this.#local.isSecret(secret)) return { answer: { outcome: 'refused' }, token: null };
    const token = await em.transactional(async (transaction) => {
      const opened = await this.#local.open(transaction, now());
      const actor = { kind: 'local-admin', sessionId: opened.id } as const;
      await auditStaff(transaction, { actor, now }, { action: 'break-glass.opened', subject: opened.id });
      return opened.token;
    });
    return { answer: { outcome: 'opened' }, token };
  }
}
