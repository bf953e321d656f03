import { Injectable } from '@nestjs/common';
import type { DeletionConfirmation, DeletionLink, DeletionRequest } from '@ve/contracts/http/privacy/account-deletion';
import { cancellationTerms } from '@ve/app/membership/cancellation/cancel-membership';
import type { Context } from '@ve/data/kernel/context';
import { queueMail } from '@ve/app/messaging/queue-message';
import {
  addDeletion,
  type DeletionRow,
  findDeletionByToken,
  isBeingDeleted,
  isDeletionLinkLive,
  lockUser,
} from '@ve/data/privacy/my-data/account-deletion.repository';
import { beginDeletion } from '@ve/app/privacy/begin-deletion';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { emailHint } from '@ve/domain/kernel/email/email-hint';
import { secretTokenHash } from '@ve/app/kernel/secret-token';
import { userIdOf } from '../../http/user-id.ts';
import { consumeClientLimit } from '@ve/app/jobs/client-limit';
import { toRefund } from '../../membership/subscription.mapper.ts';

/** Limits the deletion mails of one account. */
const mails = { name: 'account-deletion', perHour: 5 };

/** Deletes accounts by a mailed link. The worker carries the deletion out, once the membership has ended at Stripe. */
@Injectable()
export class AccountDeletionService {
  /**
   * Queues the mail with the link. An account with staff rights is not deleted; `beginDeletion` checks that again.
   * @throws ProblemError `too-many-requests` for a sixth mail within an hour
   */
  async request(context: Context): Promise<DeletionRequest> {
    const { em, now, correlationId, actor } = context;
    const userId = userIdOf(context);
    if ('roles' in actor && actor.roles.some((role) => role !== 'user')) return { outcome: 'staff' };
    return em.transactional(async (transaction) => {
      const at = now();
      await consumeClientLimit(transaction, mails, userId, at);
      const { id, email } = await addDeletion(transaction, userId, at);
      const mail = { template: 'account-deletion', recipient: email, subjectId: id } as const;
      await queueMail(transaction, mail, { now: at, correlationId });
      return { outcome: 'sent' };
    });
  }

  /** What a link would delete, and the refund of the last charge. Reading it has no effect. */
  async read({ em, now }: Context, token: string): Promise<DeletionLink> {
    const deletion = await this.#linked(em, token);
    if (deletion === null) return { outcome: 'expired' };
    if (await isBeingDeleted(em, deletion.userId)) return { outcome: 'confirmed' };
    const at = now();
    if (!isDeletionLinkLive(deletion, at)) return { outcome: 'expired' };
    const row = await findSubscriptionOfUser(em, deletion.userId);
    const terms = row === null ? null : await cancellationTerms(em, row, at, 'deletion');
    return {
      outcome: 'found',
      emailHint: emailHint(deletion.email),
      membership:
        row === null || terms === null ? null : { registration: row.registration, refund: toRefund(terms.refund) },
    };
  }

  /** Redeems a link, once: the membership and every session end immediately, a job does the rest. */
  async confirm({ em, now, correlationId }: Context, token: string): Promise<DeletionConfirmation> {
    const found = await this.#linked(em, token);
    if (found === null) return { outcome: 'expired' };
    return em.transactional(async (transaction) => {
      const at = now();
      const { userId } = found;
      if (!(await lockUser(transaction, userId))) return { outcome: 'expired' };
      if (await isBeingDeleted(transaction, userId)) return { outcome: 'confirmed' };
      if (!isDeletionLinkLive(found, at)) return { outcome: 'expired' };
      const begun = await beginDeletion(transaction, found, { now: at, correlationId });
      return { outcome: begun === null ? 'staff' : 'confirmed' };
    });
  }

  /** The database is queried only for well-formed tokens. */
  async #linked(em: Context['em'], token: string): Promise<DeletionRow | null> {
    const hash = secretTokenHash(token);
    return hash === null ? null : findDeletionByToken(em, hash);
  }
}
