import { Controller, Inject, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { receiveStripeEvent } from '@ve/contracts/http/messaging/webhooks';
import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { addStripeEvent, markStripeEventProcessed } from '@ve/data/membership/stripe-event/stripe-event.repository';
import { isHandledEvent } from '@ve/providers/payments/stripe-handled-events';
import { maxParsedBodyBytes } from '../../http/body-limits.ts';
import { Ctx } from '../../http/request-context.ts';
import { Serves } from '../../http/serves.ts';
import { CardTries } from './card-tries.ts';
import { StripeSignature } from './stripe-signature.ts';

@ApiTags('Webhooks')
@Controller()
export class StripeWebhookController {
  constructor(
    @Inject(StripeSignature) private readonly signature: StripeSignature,
    @Inject(CardTries) private readonly tries: CardTries,
  ) {}

  /**
   * Stores the event once, with the job that processes it, and responds immediately: Stripe waits only seconds. Event
   * types without a handler get the same response. Exception: a card tried in a browser ends its SetupIntent here,
   * because further cards could be tried until the job runs. The signature identifies the sender, so the host name does
   * not matter.
   */
  @Serves(receiveStripeEvent, {
    audience: { vendor: StripeSignature },
    anyHost: true,
    bodyLimit: maxParsedBodyBytes,
    summary: 'Receives an event from Stripe',
  })
  async receive(@Ctx() context: Context, @Req() { rawBody }: { rawBody?: Buffer }): Promise<void> {
    const { em, now, correlationId } = context;
    const { id: stripeEventId, type, objectId, createdAt } = this.signature.eventIn(rawBody);
    if (!isHandledEvent(type)) return;
    const tried = await this.tries.read(context, { type, objectId });
    const ended = tried?.ends === true ? this.tries.end(context, tried) : null;
    await em.transactional(async (transaction) => {
      const at = now();
      const eventId = await addStripeEvent(transaction, { stripeEventId, type, objectId, createdAt }, at);
      if (eventId === null) return;
      if (tried === null || tried.ends) {
        await addToOutbox(transaction, 'stripe-events.process', { eventId, correlationId }, { now: at });
      } else {
        await markStripeEventProcessed(transaction, eventId, at);
      }
      if (tried !== null) await this.tries.count(transaction, tried, at);
    });
    await ended;
  }
}
