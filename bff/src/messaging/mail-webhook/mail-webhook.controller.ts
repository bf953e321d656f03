import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  type MailBouncesAndComplaints,
  receiveMailBouncesAndComplaintsEndpoint,
} from '@ve/contracts/http/messaging/webhooks';
import type { Context } from '@ve/data/kernel/context';
import { maxParsedBodyBytes } from '../../http/body-limits.ts';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { MailWebhookSignatureVerifier } from './mail-webhook-signature-verifier.ts';
import { applyBounceAndComplaintEvents } from '@ve/app/messaging/mails/record-mail-events';
import type { MessageListener } from '@ve/app/messaging/queue-message';

/** Provides who is notified of mails that bounce. */
export const mailEventListenerToken = Symbol('mailEventListener');

@ApiTags('Webhooks')
@Controller()
export class MailWebhookController {
  constructor(@Inject(mailEventListenerToken) private readonly listener: Pick<MessageListener, 'onBounced'>) {}

  @ServesEndpoint(receiveMailBouncesAndComplaintsEndpoint, {
    audience: { vendor: MailWebhookSignatureVerifier },
    anyHost: true,
    bodyLimit: maxParsedBodyBytes,
    summary: 'Receives bounces and spam complaints',
    description: 'Sent and signed (`x-mail-signature`) by the relay behind our mail server.',
  })
  receive(@CurrentContext() context: Context, @Body() { events }: MailBouncesAndComplaints): Promise<void> {
    return applyBounceAndComplaintEvents(context, { events, listener: this.listener });
  }
}
