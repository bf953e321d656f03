import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { type ContactEnquiry, contactEnquirySchema } from '@ve/contracts/http/contact';
import type { FastifyRequest } from 'fastify';
import { ApiProblems } from '../http/api-problems.ts';
import { Bounds } from '../http/route-config.ts';
import { VisitorContext } from '../platform/visitor-context.ts';
import { ContactService } from './contact.service.ts';

@ApiTags('Contact')
@Controller('api/contact')
export class ContactController {
  constructor(
    @Inject(ContactService) private readonly contact: ContactService,
    @Inject(VisitorContext) private readonly context: VisitorContext,
  ) {}

  /** The body limit leaves room for the longest message with every mark escaped. */
  @Post()
  @HttpCode(202)
  @Bounds({ bodyLimit: 32_768, limitShare: 1 })
  @ApiOperation({
    summary: 'Write to support',
    description:
      'Queues an e-mail to support and a confirmation to the sender. Five messages of one address are taken in 24 hours.',
  })
  @ApiResponse({ status: 202, description: 'Queued; there is no body', content: {} })
  @ApiProblems(
    'request-invalid',
    'origin-refused',
    'request-too-large',
    'media-type-unsupported',
    'too-many-requests',
    'service-unavailable',
  )
  send(@Body({ schema: contactEnquirySchema }) body: ContactEnquiry, @Req() request: FastifyRequest): Promise<void> {
    return this.contact.send(this.context.of(request), body);
  }
}
