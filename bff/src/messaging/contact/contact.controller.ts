import { Body, Controller, Inject, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import {
  type ComplaintReceipt,
  type ComplaintStatus,
  type ContactEnquiry,
  readComplaintStatusEndpoint,
  sendEnquiryEndpoint,
} from '@ve/contracts/http/messaging/contact';
import { type AffiliateApplicationReceipt, applyAsAffiliateEndpoint } from '@ve/contracts/http/messaging/affiliates';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyReply } from 'fastify';
import { longTextBodyLimit } from '../../http/body-limits.ts';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { ContactEnquiryService } from '@ve/app/messaging/contact/send-enquiry';

@ApiTags('Contact')
@Controller()
export class ContactController {
  constructor(@Inject(ContactEnquiryService) private readonly contact: ContactEnquiryService) {}

  @ServesEndpoint(sendEnquiryEndpoint, {
    audience: 'visitor',
    bodyLimit: longTextBodyLimit,
    limitShare: 1,
    summary: 'Sends a message to support',
    description:
      'Queues an e-mail to support and a confirmation to the sender. Returns 200 with a reference for a complaint, ' +
      'and 202 without a body for any other enquiry. Limited to five messages per address in 24 hours.',
  })
  async send(
    @CurrentContext() context: Context,
    @Body() body: ContactEnquiry,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ComplaintReceipt | undefined> {
    const receipt = await this.contact.send(context, body);
    if (receipt !== null) return receipt;
    void reply.status(202);
    return undefined;
  }

  @ServesEndpoint(applyAsAffiliateEndpoint, {
    audience: 'visitor',
    bodyLimit: longTextBodyLimit,
    limitShare: 1,
    summary: 'Sends an application to the affiliate programme',
    description:
      'Reaches the cases of the staff area; the applicant gets a confirmation. Counts as a message to support.',
  })
  apply(
    @CurrentContext() context: Context,
    @Body() body: ParsedRequestBody<typeof applyAsAffiliateEndpoint>,
  ): Promise<AffiliateApplicationReceipt> {
    return this.contact.apply(context, body);
  }

  @ServesEndpoint(readComplaintStatusEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Returns the status of a complaint, for the link in its confirmation',
  })
  complaint(
    @CurrentContext() context: Context,
    @Body() { token }: ParsedRequestBody<typeof readComplaintStatusEndpoint>,
  ): Promise<ComplaintStatus> {
    return this.contact.complaint(context, token);
  }
}
