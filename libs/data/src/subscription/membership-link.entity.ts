import { defineEntity, p } from '@mikro-orm/postgresql';
import { instant, tokenHashCheck, uuidKey } from '../columns.ts';
import { Subscription } from './subscription.entity.ts';

export const membershipLinkSchema = defineEntity({
  name: 'MembershipLink',
  tableName: 'membership_links',
  properties: {
    id: uuidKey(),
    subscription: () => p.manyToOne(Subscription).deleteRule('cascade').updateRule('no action'),
    /** An old mail does not cancel a membership that was started again since. */
    stripeSubscriptionId: p.text(),
    /** SHA-256 of the token in the link, hexadecimal. */
    tokenHash: p.text().unique('membership_links_token_hash_unique').hidden(),
    createdAt: instant(),
  },
  indexes: [
    { name: 'membership_links_subscription_id_index', properties: ['subscription'] },
    { name: 'membership_links_created_at_index', properties: ['createdAt'] },
  ],
  checks: [{ name: 'membership_links_token_hash_check', expression: tokenHashCheck('token_hash') }],
});

/** A cancel link in one of our mails. It works as long as its subscription runs. */
export class MembershipLink extends membershipLinkSchema.class {}
membershipLinkSchema.setClass(MembershipLink);
