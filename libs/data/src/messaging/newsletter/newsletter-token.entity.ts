import { defineEntity, p } from '@mikro-orm/postgresql';
import { foreignKey, instantColumn, tokenHashFormatCheck, uuidPrimaryKey } from '../../kernel/entity-columns.ts';
import { newsletterSubscriptionEntity } from './newsletter-subscription.entity.ts';

const newsletterTokenKinds = ['confirm', 'unsubscribe'] as const;
export type NewsletterTokenKind = (typeof newsletterTokenKinds)[number];

/** A link in one of our mails: a confirm link, valid for seven days, or an unsubscribe link, which never expires. */
export const newsletterTokenEntity = defineEntity({
  name: 'NewsletterToken',
  tableName: 'newsletter_tokens',
  properties: {
    id: uuidPrimaryKey(),
    subscription: () => foreignKey(newsletterSubscriptionEntity, 'cascade'),
    kind: p.text().$type<NewsletterTokenKind>(),
    /** SHA-256 of the token in the link, hexadecimal. */
    tokenHash: p.text().unique('newsletter_tokens_token_hash_unique').hidden(),
    createdAt: instantColumn(),
    /** Null for unsubscribe links, which must keep working as long as the mail exists. */
    expiresAt: instantColumn().nullable(),
    usedAt: instantColumn().nullable(),
  },
  indexes: [
    { name: 'newsletter_tokens_subscription_id_index', properties: ['subscription'] },
    { name: 'newsletter_tokens_expires_at_index', properties: ['expiresAt'], where: 'expires_at is not null' },
  ],
  checks: [
    {
      name: 'newsletter_tokens_kind_check',
      expression: `kind in (${newsletterTokenKinds.map((kind) => `'${kind}'`).join(', ')})`,
    },
    { name: 'newsletter_tokens_token_hash_check', expression: tokenHashFormatCheck('token_hash') },
    {
      name: 'newsletter_tokens_expires_at_check',
      expression: `(kind = 'confirm') = (expires_at is not null) and (expires_at is null or (expires_at > created_at and expires_at <= created_at + '7 days'::interval))`,
    },
  ],
});
