import { Module } from '@nestjs/common';
import { crossContextListener } from '@ve/app/cross-context-listener';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { ContactEnquiries } from '@ve/app/messaging/contact/send-enquiry';
import { RequestedMails } from '@ve/app/messaging/mails/request-mail';
import { UnsubscribeLinks } from '@ve/app/messaging/mails/unsubscribe';
import { NewsletterSubscriptions } from '@ve/app/messaging/newsletter/subscribe-newsletter';
import { InboundTexts } from '@ve/app/messaging/texts/receive-text';
import { lockUserEmail } from '@ve/data/identity/user/user.repository';
import { isPhoneOfCustomer } from '@ve/data/membership/phone/phone.repository';
import { provideFactory } from '../platform/provide.ts';
import { ContactController } from './contact/contact.controller.ts';
import { MailSignature } from './mail-webhook/mail-signature.ts';
import { mailEventListener, MailWebhookController } from './mail-webhook/mail-webhook.controller.ts';
import { NewsletterController } from './newsletter/newsletter.controller.ts';
import { TwilioSignature } from './twilio-webhook/twilio-signature.ts';
import { TwilioWebhookController } from './twilio-webhook/twilio-webhook.controller.ts';
import { OneClickController } from './unsubscribe/one-click.controller.ts';
import { UnsubscribeController } from './unsubscribe/unsubscribe.controller.ts';

@Module({
  controllers: [
    ContactController,
    MailWebhookController,
    NewsletterController,
    OneClickController,
    TwilioWebhookController,
    UnsubscribeController,
  ],
  providers: [
    provideFactory(ContactEnquiries, [ClientAddresses]),
    provideFactory(NewsletterSubscriptions, [RequestedMails]),
    { provide: InboundTexts, useValue: new InboundTexts({ isPhoneOfCustomer }) },
    { provide: UnsubscribeLinks, useValue: new UnsubscribeLinks(lockUserEmail) },
    { provide: mailEventListener, useValue: crossContextListener },
    MailSignature,
    TwilioSignature,
  ],
})
export class MessagingModule {}
