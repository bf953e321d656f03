import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AnswerOf, BodyOf } from '@ve/contracts/endpoint';
import {
  type Checkout,
  confirmPayment,
  createCheckout,
  type PaymentConfirmation,
  readTrialEnd,
} from '@ve/contracts/http/checkout';
import type { Context } from '@ve/data/context';
import { trialEndOf } from '@ve/domain/membership/offer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { type BrowserCookie, browserCookie } from '../http/browser-cookie.ts';
import { Ctx } from '../http/request-context.ts';
import { Serves } from '../http/serves.ts';
import { type SessionCookie, sessionCookie } from '../http/session-cookie.ts';
import { CONFIG } from '../platform/tokens.ts';
import { CheckoutService } from './checkout.service.ts';
import { ConfirmationService } from './confirmation.service.ts';

@ApiTags('Checkout')
@Controller()
export class CheckoutController {
  readonly #browser: BrowserCookie;
  readonly #session: SessionCookie;

  constructor(
    @Inject(CheckoutService) private readonly checkouts: CheckoutService,
    @Inject(ConfirmationService) private readonly confirmations: ConfirmationService,
    @Inject(CONFIG) config: Config,
  ) {
    this.#browser = browserCookie(config.PUBLIC_ORIGIN);
    this.#session = sessionCookie(config.PUBLIC_ORIGIN);
  }

  @Serves(readTrialEnd, {
    audience: 'visitor',
    limitShare: 5,
    summary: 'When the trial of a sign-up that is paid now would end',
  })
  trialEnd(@Ctx() { now }: Context): AnswerOf<typeof readTrialEnd> {
    return { trialEndsAt: trialEndOf(now()).toISOString() };
  }

  @Serves(createCheckout, {
    audience: 'visitor',
    recognises: true,
    bodyLimit: 8_192,
    limitShare: 1,
    summary: 'Begin a sign-up: the PaymentIntent of its 50p',
    description:
      'Repeated with the same `idempotencyKey` and data it answers the same PaymentIntent. The answer says nothing ' +
      'about whether the e-mail address is known. New sign-ups are limited by client and by e-mail address.',
  })
  create(
    @Ctx() context: Context,
    @Body() body: BodyOf<typeof createCheckout>,
    @Req() { cookies }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Checkout> {
    return this.checkouts.create(context, body, this.#browser.ensure(cookies, reply));
  }

  @Serves(confirmPayment, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'What became of a payment of this browser',
    description:
      'Waits up to ten seconds for the account. A new account signs its browser in; a password is never returned.',
  })
  async confirm(
    @Ctx() context: Context,
    @Body() { paymentIntentId }: BodyOf<typeof confirmPayment>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PaymentConfirmation> {
    const browserHash = this.#browser.read(request.cookies);
    const { answer, session } = await this.confirmations.confirm(context, { paymentIntentId, browserHash }, request);
    if (session !== null) this.#session.set(reply, session);
    return answer;
  }
}
