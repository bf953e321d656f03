import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant, uuidKey } from '../columns.ts';
import { NewsletterSubscription } from './newsletter-subscription.entity.ts';

export const newsletterConfirmationSchema = defineEntity({
  name: 'NewsletterConfirmation',
  tableName: 'newsletter_confirmations',
  properties: {
    id: uuidKey(),
    subscription: () => p.manyToOne(NewsletterSubscription).deleteRule('cascade').updateRule('no action'),
    requestedAt: instant(),
    /** When our mail server took the mail; never set when there was nothing to confirm. */
    mailedAt: instant().nullable(),
  },
  indexes: [
    {
      name: 'newsletter_confirmations_subscription_id_requested_at_index',
      properties: ['subscription', 'requestedAt'],
    },
    { name: 'newsletter_confirmations_requested_at_index', properties: ['requestedAt'] },
  ],
});

/** One mail that asks the owner of an address to confirm. */
export class NewsletterConfirmation extends newsletterConfirmationSchema.class {}
newsletterConfirmationSchema.setClass(NewsletterConfirmation);
