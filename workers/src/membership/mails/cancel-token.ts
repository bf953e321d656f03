import type { EntityManager } from '@mikro-orm/postgresql';
import { membershipLinkSigningKey } from '@ve/data/jobs/limit/secret.repository';
import { type LinkedMembership, membershipToken } from '@ve/app/membership/cancellation/membership-token';

/** The token of a membership's cancel link; it cancels or keeps this Stripe subscription, and no later one. */
export const cancelToken = async (em: EntityManager, membership: LinkedMembership): Promise<string> =>
  membershipToken(membership, await membershipLinkSigningKey(em));
