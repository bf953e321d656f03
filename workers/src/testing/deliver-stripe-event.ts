import type { MikroORM } from '@mikro-orm/postgresql';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { addStripeEvent } from '@ve/data/membership/stripe-event/stripe-event.repository';
import type { ProviderEvent } from '@ve/providers/payments/payments.port';

/** Acts as the webhook: stores an event with its job, once. */
export const deliverStripeEvent = (orm: MikroORM, event: ProviderEvent, now: Date): Promise<void> =>
  orm.em.fork().transactional(async (em) => {
    const { id: stripeEventId, type, objectId, createdAt } = event;
    const eventId = await addStripeEvent(em, { stripeEventId, type, objectId, createdAt }, now);
    if (eventId === null) return;
    await addToOutbox(
      em,
      { jobName: 'stripe-events.process', payload: { eventId, correlationId: 'webhook' } },
      { now },
    );
  });
