import { Body, Controller, Inject, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { BodyOf } from '@ve/contracts/endpoint';
import { type PasswordSet, requestPasswordLink, setStaffPassword } from '@ve/contracts/http/identity/admin-sign-in';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { type KnownBrowserCookie, knownBrowserCookie } from '../../identity/session/known-browser-cookie.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { PasswordLinks } from '@ve/app/identity/staff/set-staff-password';

const rules = { audience: 'visitor', bodyLimit: 4_096, limitShare: 1 } as const;

@ApiTags('Staff sign-in')
@Controller()
export class PasswordLinkController {
  readonly #mark: KnownBrowserCookie;

  constructor(
    @Inject(PasswordLinks) private readonly links: PasswordLinks,
    @Inject(CONFIG) { PUBLIC_ORIGIN: origin }: Config,
  ) {
    this.#mark = knownBrowserCookie(origin);
  }

  @Serves(requestPasswordLink, {
    ...rules,
    summary: 'Ask for a link by which an admin sets a password',
    description: 'Every address is answered alike.',
  })
  async request(
    @Ctx() context: Context,
    @Body() { email }: BodyOf<typeof requestPasswordLink>,
    @Req() request: FastifyRequest,
  ): Promise<{ outcome: 'sent' }> {
    await this.links.request(context, { email, mark: this.#mark.read(request.cookies) });
    return { outcome: 'sent' };
  }

  @Serves(setStaffPassword, {
    ...rules,
    summary: 'Set the password of a mailed link’s user',
    description: 'Ends their sessions with staff rights. It signs nobody in: the second factor is still needed.',
  })
  set(@Ctx() context: Context, @Body() body: BodyOf<typeof setStaffPassword>): Promise<PasswordSet> {
    return this.links.redeem(context, body);
  }
}
