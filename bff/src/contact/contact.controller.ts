import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type ContactEnquiry, sendEnquiry } from '@ve/contracts/http/contact';
import type { Context } from '@ve/data/context';
import { Ctx } from '../http/request-context.ts';
import { Serves } from '../http/serves.ts';
import { ContactService } from './contact.service.ts';

@ApiTags('Contact')
@Controller()
export class ContactController {
  constructor(@Inject(ContactService) private readonly contact: ContactService) {}

  /** The body limit allows for the longest message with every character escaped. */
  @Serves(sendEnquiry, {
    audience: 'visitor',
    bodyLimit: 32_768,
    limitShare: 1,
    summary: 'Write to support',
    description:
      'Queues an e-mail to support and a confirmation to the sender. At most five messages per address in 24 hours.',
  })
  send(@Ctx() context: Context, @Body() body: ContactEnquiry): Promise<void> {
    return this.contact.send(context, body);
  }
}
