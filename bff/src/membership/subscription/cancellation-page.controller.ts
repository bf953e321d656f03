import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CancellationPageService } from '@ve/app/membership/cancellation/cancellation-page';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  submitCancellationReasonEndpoint,
  cancelSubscriptionByEmailEndpoint,
  type CancellationByEmailAnswer,
  type SubscriptionSearchAnswer,
  searchSubscriptionEndpoint,
  type SubscriptionSearchResult,
} from '@ve/contracts/http/membership/cancellation';
import type { Context } from '@ve/data/kernel/context';
import type { SessionRow } from '@ve/data/identity/session/session.repository';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BffConfig } from '../../config.ts';
import { type AnonymousBrowserCookie, anonymousBrowserCookie } from '../../http/browser-cookie.ts';
import { CurrentContext, CurrentSession } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';
import { toCancellationSummary } from '../subscription.mapper.ts';
import { cancellationOutcomeOf, findAgreedPrices } from '@ve/app/membership/cancellation/cancellation-outcome';
import { findUserIdByEmail } from '@ve/data/identity/user/user.repository';
import {
  findCancellationByEmail,
  findPaymentSummary,
} from '@ve/data/membership/cancellation-request/subscription-search.repository';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { toSubscriptionSearchAnswer } from './cancellation-page.mapper.ts';
import { cancellationGrantMs } from '@ve/app/membership/cancellation/cancellation-codes';
import { secretTokenCookie, type SecretTokenCookie } from '../../http/secret-token-cookie.ts';

/**
 * The cookie of a browser that has entered the code from an e-mail: it may see and cancel what belongs to that address.
 */
export type CancellationGrantCookie = Omit<SecretTokenCookie, 'clear'>;

export const cancellationGrantCookie = (publicOrigin: string): CancellationGrantCookie =>
  secretTokenCookie(publicOrigin, {
    name: '__Host-ve-cancellation',
    seconds: cancellationGrantMs / 1_000,
    sameSite: 'lax',
  });

@ApiTags('Subscription')
@Controller()
export class CancellationPageController {
  readonly #browser: AnonymousBrowserCookie;
  readonly #grant: CancellationGrantCookie;

  constructor(
    @Inject(CancellationPageService) private readonly page: CancellationPageService,
    @Inject(CONFIG_TOKEN) config: BffConfig,
  ) {
    this.#browser = anonymousBrowserCookie(config.PUBLIC_ORIGIN);
    this.#grant = cancellationGrantCookie(config.PUBLIC_ORIGIN);
  }

  @ServesEndpoint(searchSubscriptionEndpoint, {
    audience: 'visitor',
    recognises: true,
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Finds a subscription by e-mail address',
    description:
      'Unless signed in with the address, the response is `code-sent`, whether or not the address is known, and the ' +
      'code in the e-mail has to be sent back. Limited to three codes per address and hour, then one per network; ' +
      'to five attempts per code in the browser that requested it, and three in all other browsers.',
  })
  async search(
    @CurrentContext() context: Context,
    @CurrentSession() session: SessionRow | null,
    @Body() body: ParsedRequestBody<typeof searchSubscriptionEndpoint>,
    @Req() { cookies }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SubscriptionSearchAnswer> {
    const browser = {
      userEmail: session?.user.email ?? null,
      grantHash: this.#grant.read(cookies),
      browserHash: this.#browser.ensure(cookies, reply),
    };
    const permit = await this.page.permit(context, { ...body, browser });
    if (permit.outcome !== 'permitted') return { outcome: permit.outcome };
    const answer = await searchByAddress(context, body.email);
    if (permit.grant !== null) this.#grant.set(reply, permit.grant);
    return answer;
  }

  @ServesEndpoint(cancelSubscriptionByEmailEndpoint, {
    audience: 'visitor',
    recognises: true,
    // The request may contain payments, by the specification; they are ignored.
    bodyLimit: 65_536,
    limitShare: 1,
    summary: 'Cancels the subscription of an e-mail address',
    description:
      'Requires a session of that address, or the code from its e-mail entered in this browser within the last half ' +
      'hour. `allPayments` and `selectedPayment` are ignored: the service decides the refund. Idempotent.',
  })
  async request(
    @CurrentContext() context: Context,
    @CurrentSession() session: SessionRow | null,
    @Body() { email }: ParsedRequestBody<typeof cancelSubscriptionByEmailEndpoint>,
    @Req() { cookies }: FastifyRequest,
  ): Promise<CancellationByEmailAnswer> {
    const browser = { userEmail: session?.user.email ?? null, grantHash: this.#grant.read(cookies) };
    const requested = await this.page.request(context, { browser, email });
    if (requested.outcome !== 'cancelled') return requested;
    const { outcome, cancellation, answerToken } = requested;
    return { outcome, summary: toCancellationSummary(cancellation), answerToken };
  }

  @ServesEndpoint(submitCancellationReasonEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Records the reason for a cancellation, once',
    description: 'The response is the same for an unknown token and for one that has been used.',
  })
  answer(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof submitCancellationReasonEndpoint>,
  ): Promise<void> {
    return this.page.answer(context, body);
  }
}

/** Returns what belongs to an address. */
const searchByAddress = async ({ em, now }: Context, email: string): Promise<SubscriptionSearchResult> => {
  const at = now();
  const userId = await findUserIdByEmail(em, email);
  const row = userId === null ? null : await findSubscriptionOfUser(em, userId);
  const subscription = row && {
    row,
    cancelling: await cancellationOutcomeOf(em, row, at),
    agreed: await findAgreedPrices(em, row, at),
  };
  const found = {
    request: await findCancellationByEmail(em, email),
    subscription,
    payments: await findPaymentSummary(em, userId),
  };
  return toSubscriptionSearchAnswer(found, at);
};
