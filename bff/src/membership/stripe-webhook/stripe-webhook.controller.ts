import { Controller, Inject, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { StripeEventReceiver } from '@ve/app/membership/payments/receive-stripe-event';
import { receiveStripeEventEndpoint } from '@ve/contracts/http/messaging/webhooks';
import type { Context } from '@ve/data/kernel/context';
import { CurrentContext } from '../../http/request-context.ts';
import { ServesEndpoint } from '../../http/serves.decorator.ts';
import { StripeSignatureVerifier } from './stripe-signature-verifier.ts';

/** Events of our objects have up to 8 KB; metadata, which only our own calls write, could add 25 KB. */
const maxEventBytes = 65_536;

@ApiTags('Webhooks')
@Controller()
export class StripeWebhookController {
  constructor(
    @Inject(StripeSignatureVerifier) private readonly signature: StripeSignatureVerifier,
    @Inject(StripeEventReceiver) private readonly events: StripeEventReceiver,
  ) {}

  /**
   * Responds immediately: Stripe waits only seconds. Event types without a handler get the same response. The signature
   * identifies the sender, so the host name does not matter.
   */
  @ServesEndpoint(receiveStripeEventEndpoint, {
    audience: { vendor: StripeSignatureVerifier },
    anyHost: true,
    bodyLimit: maxEventBytes,
    summary: 'Receives an event from Stripe',
  })
  receive(@CurrentContext() context: Context, @Req() { rawBody }: { rawBody?: Buffer }): Promise<void> {
    return this.events.receive(context, this.signature.eventIn(rawBody));
  }
}
