import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  type NewsletterConfirmation,
  newsletterConfirmationSchema,
  type NewsletterSignUp,
  newsletterSignUpSchema,
  type NewsletterToken,
  newsletterTokenSchema,
  type NewsletterUnsubscription,
  newsletterUnsubscriptionSchema,
} from '@ve/contracts/http/newsletter';
import type { FastifyRequest } from 'fastify';
import { ApiProblems } from '../http/api-problems.ts';
import { Bounds } from '../http/route-config.ts';
import { VisitorContext } from '../platform/visitor-context.ts';
import { NewsletterService } from './newsletter.service.ts';

const refusals = [
  'request-invalid',
  'origin-refused',
  'request-too-large',
  'media-type-unsupported',
  'too-many-requests',
  'service-unavailable',
] as const;

@ApiTags('Newsletter')
@Controller('api/newsletter')
export class NewsletterController {
  constructor(
    @Inject(NewsletterService) private readonly newsletter: NewsletterService,
    @Inject(VisitorContext) private readonly context: VisitorContext,
  ) {}

  @Post()
  @HttpCode(202)
  @Bounds({ bodyLimit: 4_096, limitShare: 1 })
  @ApiOperation({
    summary: 'Ask for the newsletter',
    description:
      'Queues an e-mail whose link confirms. The answer is the same whether or not the address is known; at most ' +
      'three such e-mails go to one address in 24 hours.',
  })
  @ApiResponse({ status: 202, description: 'Taken; there is no body', content: {} })
  @ApiProblems(...refusals)
  request(
    @Body({ schema: newsletterSignUpSchema }) body: NewsletterSignUp,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    return this.newsletter.request(this.context.of(request), body.email);
  }

  @Post('confirm')
  @HttpCode(200)
  @Bounds({ bodyLimit: 4_096, limitShare: 1 })
  @ApiOperation({ summary: 'Spend the link of the e-mail: its address is on the list from now on' })
  @ApiResponse({ status: 200, standardSchema: newsletterConfirmationSchema })
  @ApiProblems(...refusals)
  confirm(
    @Body({ schema: newsletterTokenSchema }) body: NewsletterToken,
    @Req() request: FastifyRequest,
  ): Promise<NewsletterConfirmation> {
    return this.newsletter.confirm(this.context.of(request), body.token);
  }

  @Post('unsubscribe')
  @HttpCode(200)
  @Bounds({ bodyLimit: 4_096, limitShare: 1 })
  @ApiOperation({ summary: 'Take the address of a link off the list' })
  @ApiResponse({ status: 200, standardSchema: newsletterUnsubscriptionSchema })
  @ApiProblems(...refusals)
  unsubscribe(
    @Body({ schema: newsletterTokenSchema }) body: NewsletterToken,
    @Req() request: FastifyRequest,
  ): Promise<NewsletterUnsubscription> {
    return this.newsletter.unsubscribe(this.context.of(request), body.token);
  }
}
