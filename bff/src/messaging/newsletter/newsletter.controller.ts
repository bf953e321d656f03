import { Body, Controller, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  confirmNewsletterSubscriptionEndpoint,
  type NewsletterConfirmation,
  type NewsletterSignUp,
  type NewsletterToken,
  requestNewsletterSubscriptionEndpoint,
} from '@ve/contracts/http/messaging/newsletter';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { NewsletterSubscriptionService } from '@ve/app/messaging/newsletter/subscribe-newsletter';

@ApiTags('Newsletter')
@Controller()
export class NewsletterController {
  constructor(@Inject(NewsletterSubscriptionService) private readonly newsletter: NewsletterSubscriptionService) {}

  @ServesEndpoint(requestNewsletterSubscriptionEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Requests the newsletter',
    description:
      'Queues an e-mail with a confirmation link. The response is the same whether or not the address is known. ' +
      'Limited to three such e-mails per address in 24 hours.',
  })
  request(@CurrentContext() context: Context, @Body() body: NewsletterSignUp): Promise<void> {
    return this.newsletter.request(context, body.email);
  }

  @ServesEndpoint(confirmNewsletterSubscriptionEndpoint, {
    audience: 'visitor',
    bodyLimit: 4_096,
    limitShare: 1,
    summary: 'Redeems a confirmation link and subscribes its address to the newsletter',
  })
  confirm(@CurrentContext() context: Context, @Body() body: NewsletterToken): Promise<NewsletterConfirmation> {
    return this.newsletter.confirm(context, body.token);
  }
}
