import { Body, Controller, Inject, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  type PasswordSetAnswer,
  requestPasswordLinkEndpoint,
  setStaffPasswordEndpoint,
} from '@ve/contracts/http/identity/admin-sign-in';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyRequest } from 'fastify';
import type { BffConfig } from '../../config.ts';
import { type KnownStaffBrowserCookie, knownStaffBrowserCookie } from '../../identity/session/known-browser-cookie.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { StaffPasswordLinkService } from '@ve/app/identity/staff/set-staff-password';

const rules = { audience: 'visitor', bodyLimit: 4_096, limitShare: 1 } as const;

@ApiTags('Staff sign-in')
@Controller()
export class StaffPasswordLinkController {
  readonly #mark: KnownStaffBrowserCookie;

  constructor(
    @Inject(StaffPasswordLinkService) private readonly links: StaffPasswordLinkService,
    @Inject(CONFIG_TOKEN) { PUBLIC_ORIGIN: origin }: BffConfig,
  ) {
    this.#mark = knownStaffBrowserCookie(origin);
  }

  @ServesEndpoint(requestPasswordLinkEndpoint, {
    ...rules,
    summary: 'Requests a link with which an admin sets a password',
    description: 'The response is the same for every address.',
  })
  async request(
    @CurrentContext() context: Context,
    @Body() { email }: ParsedRequestBody<typeof requestPasswordLinkEndpoint>,
    @Req() request: FastifyRequest,
  ): Promise<{ outcome: 'sent' }> {
    await this.links.request(context, { email, mark: this.#mark.read(request.cookies) });
    return { outcome: 'sent' };
  }

  @ServesEndpoint(setStaffPasswordEndpoint, {
    ...rules,
    summary: 'Sets the password of the user to whom a link was sent',
    description: 'Ends the user’s staff sessions. Does not sign in: the second factor is still required.',
  })
  set(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof setStaffPasswordEndpoint>,
  ): Promise<PasswordSetAnswer> {
    return this.links.redeem(context, body);
  }
}
