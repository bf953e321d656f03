import { Body, Controller, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type UnsubscribeToken, unsubscribeTokenSchema } from '@ve/contracts/http/messaging/unsubscribe';
import type { Context } from '@ve/data/kernel/context';
import { ProblemError } from '@ve/app/kernel/problem-error';
import { ParameterSchemaPipe } from '../../http/contract.pipe.ts';
import { CurrentContext } from '../../http/request-context.ts';
import { NonApiRoute } from '../../http/route-rules.ts';
import { UnsubscribeLinkService } from '@ve/app/messaging/mails/unsubscribe';

/** Whether the form contains `List-Unsubscribe=One-Click`: parsed, or as text when it is multipart. */
const isOneClick = (body: unknown): boolean => {
  if (typeof body === 'string') return /name="List-Unsubscribe"\s+One-Click\s/i.test(body);
  return (
    typeof body === 'object' && body !== null && 'List-Unsubscribe' in body && body['List-Unsubscribe'] === 'One-Click'
  );
};

/**
 * The POST that a mail program sends from its own "Unsubscribe" button (RFC 8058): without a cookie, page or
 * confirmation. The same URL opened in a browser is a page that asks first. The second path is in older mails.
 */
@ApiExcludeController()
@Controller(['unsubscribe', 'newsletter/unsubscribe'])
export class OneClickUnsubscribeController {
  constructor(@Inject(UnsubscribeLinkService) private readonly links: UnsubscribeLinkService) {}

  /** Returns 200 without a body, whether or not the link exists. */
  @Post()
  @HttpCode(200)
  @NonApiRoute('visitor', { anySender: true, bodyLimit: 4_096, limitShare: 5 })
  async unsubscribe(
    @CurrentContext() context: Context,
    @Query(new ParameterSchemaPipe(unsubscribeTokenSchema)) query: UnsubscribeToken,
    @Body() body: unknown,
  ): Promise<void> {
    if (!isOneClick(body)) throw new ProblemError('request-invalid');
    await this.links.unsubscribe(context, query.token);
  }
}
