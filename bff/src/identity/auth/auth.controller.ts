import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type EmailConfirmationOutcome,
  readSignInLinkEndpoint,
  redeemSignInLinkEndpoint,
  requestEmailConfirmationEndpoint,
  requestSignInLinkEndpoint,
  type SignInLinkRedemption,
  type SignInRequestAnswer,
  type SignInForm,
  type SignInLink,
  type SignInToken,
} from '@ve/contracts/http/identity/auth';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BffConfig } from '../../config.ts';
import { type AnonymousBrowserCookie, anonymousBrowserCookie } from '../../http/browser-cookie.ts';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { type SessionCookie, sessionCookie } from '../session/session-cookie.ts';
import { userIdOfActor } from '../../http/user-id.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';
import { SignInLinkService } from '@ve/app/identity/session/sign-in-by-link';

const limits = { audience: 'visitor', bodyLimit: 4_096, limitShare: 1 } as const;

@ApiTags('Signing in')
@Controller()
export class SignInLinkController {
  readonly #browser: AnonymousBrowserCookie;
  readonly #session: SessionCookie;

  constructor(
    @Inject(SignInLinkService) private readonly links: SignInLinkService,
    @Inject(CONFIG_TOKEN) config: BffConfig,
  ) {
    this.#browser = anonymousBrowserCookie(config.PUBLIC_ORIGIN);
    this.#session = sessionCookie(config.PUBLIC_ORIGIN);
  }

  @ServesEndpoint(requestSignInLinkEndpoint, {
    ...limits,
    summary: 'Requests a sign-in link',
    description:
      'Sends a one-time link if the address belongs to a customer with this vehicle. Attempts are limited by client ' +
      'and by address, whether or not they match; e-mails are limited by address.',
  })
  request(
    @CurrentContext() context: Context,
    @Body() body: SignInForm,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInRequestAnswer> {
    return this.links.request(context, body, this.#browser.ensure(request.cookies, reply));
  }

  @ServesEndpoint(requestEmailConfirmationEndpoint, {
    audience: 'customer',
    limitShare: 1,
    summary: 'Requests a link that confirms the signed-in user’s e-mail address',
    description: 'The link is a sign-in link. E-mails are limited by address, together with those of signing in.',
  })
  requestConfirmation(
    @CurrentContext() context: Context,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EmailConfirmationOutcome> {
    return this.links.requestConfirmation(
      context,
      userIdOfActor(context),
      this.#browser.ensure(request.cookies, reply),
    );
  }

  @ServesEndpoint(readSignInLinkEndpoint, {
    ...limits,
    summary: 'Returns what a sign-in link is for, without redeeming it',
  })
  read(
    @CurrentContext() context: Context,
    @Body() { token }: SignInToken,
    @Req() { cookies }: FastifyRequest,
  ): Promise<SignInLink> {
    return this.links.readLink(context, token, this.#browser.read(cookies));
  }

  @ServesEndpoint(redeemSignInLinkEndpoint, {
    ...limits,
    summary: 'Redeems a sign-in link and signs its user in to this browser',
    description: 'A link works once, within ten minutes. Redeeming it invalidates the user’s other links.',
  })
  async redeem(
    @CurrentContext() context: Context,
    @Body() { token }: SignInToken,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInLinkRedemption> {
    const { answer, session } = await this.links.redeem(context, token, this.#session.browserOf(request));
    if (session !== null) this.#session.set(reply, session);
    return answer;
  }
}
