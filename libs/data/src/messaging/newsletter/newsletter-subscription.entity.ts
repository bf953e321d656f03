import { defineEntity, p } from '@mikro-orm/postgresql';
import { emailFormatCheck, instantColumn, uuidPrimaryKey } from '../../kernel/entity-columns.ts';

/** An address and its consent: subscribed only when confirmed and while `mail_opt_outs` has no newsletter opt-out. */
export const newsletterSubscriptionEntity = defineEntity({
  name: 'NewsletterSubscription',
  tableName: 'newsletter_subscriptions',
  properties: {
    id: uuidPrimaryKey(),
    email: p.text().unique('newsletter_subscriptions_email_unique'),
    /** When the address was last entered in the form, by any visitor. */
    requestedAt: instantColumn(),
    /** When the owner of the mailbox consented: the record of consent. */
    confirmedAt: instantColumn().nullable(),
  },
  indexes: [
    {
      name: 'newsletter_subscriptions_unconfirmed_index',
      properties: ['requestedAt'],
      where: 'confirmed_at is null',
    },
  ],
  checks: [{ name: 'newsletter_subscriptions_email_check', expression: emailFormatCheck('email') }],
});
