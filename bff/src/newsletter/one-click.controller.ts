import { Body, Controller, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type NewsletterToken, newsletterTokenSchema } from '@ve/contracts/http/newsletter';
import type { Context } from '@ve/data/context';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import { ContractPipe } from '../http/contract.pipe.ts';
import { Ctx } from '../http/request-context.ts';
import { OpenTo } from '../http/route-rules.ts';
import { NewsletterService } from './newsletter.service.ts';

/** `List-Unsubscribe=One-Click` as a form sends it: parsed, or still as text when it is multipart. */
const isOneClick = (body: unknown): boolean => {
  if (typeof body === 'string') return /name="List-Unsubscribe"\s+One-Click\s/i.test(body);
  return (
    typeof body === 'object' && body !== null && 'List-Unsubscribe' in body && body['List-Unsubscribe'] === 'One-Click'
  );
};

/**
 * What a mail program posts when its reader presses its own "Unsubscribe" (RFC 8058): no cookie, no page of ours, no
 * second question. The same address opened in a browser is a page that asks first.
 */
@ApiExcludeController()
@Controller('newsletter/unsubscribe')
export class OneClickController {
  constructor(@Inject(NewsletterService) private readonly newsletter: NewsletterService) {}

  /** Answers 200 without a body, whether or not the link is one of ours. */
  @Post()
  @HttpCode(200)
  @OpenTo('visitor', { anySender: true, bodyLimit: 4_096, limitShare: 5 })
  async unsubscribe(
    @Ctx() context: Context,
    @Query(new ContractPipe(newsletterTokenSchema)) query: NewsletterToken,
    @Body() body: unknown,
  ): Promise<void> {
    if (!isOneClick(body)) throw new ProblemError('request-invalid');
    await this.newsletter.unsubscribe(context, query.token);
  }
}
