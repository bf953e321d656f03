import { Module } from '@nestjs/common';
import { crossContextListener } from '@ve/app/cross-context-listener';
import { ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import { ContactEnquiryService } from '@ve/app/messaging/contact/send-enquiry';
import { PublicMailRequestService } from '@ve/app/messaging/mails/request-mail';
import { UnsubscribeLinkService } from '@ve/app/messaging/mails/unsubscribe';
import { NewsletterSubscriptionService } from '@ve/app/messaging/newsletter/subscribe-newsletter';
import { InboundTextService } from '@ve/app/messaging/texts/receive-text';
import { lockUserEmail } from '@ve/data/identity/user/user.repository';
import { isPhoneOfCustomer } from '@ve/data/membership/phone/phone.repository';
import { provideClass } from '../platform/provide.ts';
import { ContactController } from './contact/contact.controller.ts';
import { MailWebhookSignatureVerifier } from './mail-webhook/mail-webhook-signature-verifier.ts';
import { mailEventListenerToken, MailWebhookController } from './mail-webhook/mail-webhook.controller.ts';
import { NewsletterController } from './newsletter/newsletter.controller.ts';
import { TwilioSignatureVerifier } from './twilio-webhook/twilio-signature-verifier.ts';
import { TwilioWebhookController } from './twilio-webhook/twilio-webhook.controller.ts';
import { OneClickUnsubscribeController } from './unsubscribe/one-click.controller.ts';
import { UnsubscribeController } from './unsubscribe/unsubscribe.controller.ts';

@Module({
  controllers: [
    ContactController,
    MailWebhookController,
    NewsletterController,
    OneClickUnsubscribeController,
    TwilioWebhookController,
    UnsubscribeController,
  ],
  providers: [
    provideClass(ContactEnquiryService, [ClientAddressHasher]),
    provideClass(NewsletterSubscriptionService, [PublicMailRequestService]),
    { provide: InboundTextService, useValue: new InboundTextService({ isPhoneOfCustomer }) },
    { provide: UnsubscribeLinkService, useValue: new UnsubscribeLinkService(lockUserEmail) },
    { provide: mailEventListenerToken, useValue: crossContextListener },
    MailWebhookSignatureVerifier,
    TwilioSignatureVerifier,
  ],
})
export class MessagingModule {}
