import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SignUpPaymentConfirmationService } from '@ve/app/membership/sign-up/confirm-payment';
import { CheckoutService } from '@ve/app/membership/sign-up/start-checkout';
import type { EndpointAnswerBody, ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  type CheckoutAnswer,
  confirmSignUpPaymentEndpoint,
  createCheckoutEndpoint,
  type PaymentConfirmation,
  previewTrialEndEndpoint,
} from '@ve/contracts/http/membership/checkout';
import type { Context } from '@ve/data/kernel/context';
import { trialEndAfterPayment } from '@ve/domain/membership/offer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BffConfig } from '../../config.ts';
import { type AnonymousBrowserCookie, anonymousBrowserCookie } from '../../http/browser-cookie.ts';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { type SessionCookie, sessionCookie } from '../../identity/session/session-cookie.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';

@ApiTags('Checkout')
@Controller()
export class CheckoutController {
  readonly #browser: AnonymousBrowserCookie;
  readonly #session: SessionCookie;

  constructor(
    @Inject(CheckoutService) private readonly checkouts: CheckoutService,
    @Inject(SignUpPaymentConfirmationService) private readonly confirmations: SignUpPaymentConfirmationService,
    @Inject(CONFIG_TOKEN) config: BffConfig,
  ) {
    this.#browser = anonymousBrowserCookie(config.PUBLIC_ORIGIN);
    this.#session = sessionCookie(config.PUBLIC_ORIGIN);
  }

  @ServesEndpoint(previewTrialEndEndpoint, {
    audience: 'visitor',
    limitShare: 5,
    summary: 'Returns when the trial would end if the sign-up were paid now',
    description: 'Sets the cookie by which `create-checkout` recognises the browser.',
  })
  trialEnd(
    @CurrentContext() { now }: Context,
    @Req() { cookies }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): EndpointAnswerBody<typeof previewTrialEndEndpoint> {
    this.#browser.ensure(cookies, reply);
    return { trialEndsAt: trialEndAfterPayment(now()).toISOString() };
  }

  @ServesEndpoint(createCheckoutEndpoint, {
    audience: 'visitor',
    recognises: true,
    bodyLimit: 8_192,
    limitShare: 1,
    summary: 'Starts a sign-up and creates the PaymentIntent for its 50p',
    description:
      'Idempotent: the same `idempotencyKey` and data return the same PaymentIntent, even if the first response was ' +
      'lost. A browser without our cookie starts nothing. The response does not reveal whether the e-mail address ' +
      'is known. New sign-ups are limited by client and by e-mail address.',
  })
  async create(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof createCheckoutEndpoint>,
    @Req() { cookies }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CheckoutAnswer> {
    const browserHash = this.#browser.read(cookies);
    this.#browser.ensure(cookies, reply);
    // If the response of a started sign-up were lost, the cookie would be lost with it, and the browser could neither
    // repeat nor pay the sign-up.
    if (browserHash === null) return { outcome: 'cookie-needed' };
    return this.checkouts.create(context, { form: body, browserHash });
  }

  @ServesEndpoint(confirmSignUpPaymentEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Pays for a sign-up of this browser, or returns the outcome of its payment',
    description:
      'Confirms the PaymentIntent at Stripe with the confirmation token, once, regardless of how often it is ' +
      'called. Attempts are counted before Stripe is called, by sign-up, client and e-mail address. Waits up to ten ' +
      'seconds for the account. A new account is signed in to this browser; a password is never returned.',
  })
  async confirm(
    @CurrentContext() context: Context,
    @Body() { paymentIntentId, confirmationToken }: ParsedRequestBody<typeof confirmSignUpPaymentEndpoint>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentConfirmation> {
    const browser = { ...this.#session.browserOf(request), browserHash: this.#browser.read(request.cookies) };
    const input = { paymentIntentId, confirmationToken: confirmationToken ?? null, browser };
    const { answer, session } = await this.confirmations.confirm(context, input);
    if (session !== null) this.#session.set(reply, session);
    return answer;
  }
}
