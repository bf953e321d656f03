import { Injectable } from '@nestjs/common';
import type { EmailChangeConfirmed, EmailChangeLink, EmailChangeStopped } from '@ve/contracts/http/privacy/profile';
import type { Context } from '@ve/data/kernel/context';
import { queueMail } from '@ve/app/messaging/queue-message';
import {
  changeEmail,
  confirmEmailChange,
  type EmailChangeLinkRow,
  endEmailChangesOf,
  findEmailChangeLink,
  lockEmailChangeLink,
} from '@ve/data/identity/email-change/email-change.repository';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { endSessionsOf, type SessionRow } from '@ve/data/identity/session/session.repository';
import { emailHint } from '@ve/domain/kernel/email/email-hint';
import { secretTokenHash } from '@ve/app/kernel/secret-token';

@Injectable()
export class EmailChangeService {
  /** Reads a link without confirming anything. The database is queried only for well-formed tokens. */
  async read({ em, now }: Context, token: string): Promise<EmailChangeLink> {
    const hash = secretTokenHash(token);
    const link = hash === null ? null : await findEmailChangeLink(em, hash, now());
    if (link === null || link.state === 'ended') return { outcome: 'ended' };
    if (link.state === 'changed') return { outcome: 'changed' };
    const { side, oldEmail, newEmail } = link;
    const from = side === 'old' ? oldEmail : emailHint(oldEmail);
    return { outcome: 'open', side, from, to: newEmail, confirmed: link.state === 'confirmed' };
  }

  /**
   * Confirms by one of the two addresses. After the second, the new address applies: every session ends except the
   * confirming browser's own, both addresses are notified, and a job updates Stripe's customer, so that the change does
   * not depend on Stripe.
   */
  async confirm(context: Context, token: string, session: SessionRow | null): Promise<EmailChangeConfirmed> {
    const { em, now, correlationId } = context;
    const hash = secretTokenHash(token);
    if (hash === null) return { outcome: 'ended' };
    return em.transactional(async (transaction) => {
      const at = now();
      const link = await lockEmailChangeLink(transaction, hash, at);
      if (link === null || link.state === 'ended') return { outcome: 'ended' };
      if (link.state === 'changed') return { outcome: 'changed' };
      if (link.state === 'confirmed') return { outcome: 'waiting' };
      if ((link.side === 'old' ? link.newConfirmedAt : link.oldConfirmedAt) === null) {
        await confirmEmailChange(transaction, link.id, link.side, at);
        return { outcome: 'waiting' };
      }
      if (!(await changeEmail(transaction, link, at))) return { outcome: 'taken' };
      await confirmEmailChange(transaction, link.id, link.side, at);
      await this.#changed(transaction, link, { session, now: at, correlationId });
      return { outcome: 'changed' };
    });
  }

  /**
   * Stops the change. By the link to the account's own address, every session ends too: another person was signed in.
   */
  async stop({ em, now }: Context, token: string): Promise<EmailChangeStopped> {
    const hash = secretTokenHash(token);
    if (hash === null) return { outcome: 'ended' };
    return em.transactional(async (transaction) => {
      const at = now();
      const link = await lockEmailChangeLink(transaction, hash, at);
      if (link === null || link.state === 'ended') return { outcome: 'ended' };
      if (link.state === 'changed') return { outcome: 'changed' };
      await endEmailChangesOf(transaction, link.userId, at);
      if (link.side === 'old') await endSessionsOf(transaction, link.userId, at);
      return { outcome: 'stopped' };
    });
  }

  async #changed(
    em: Context['em'],
    { id, userId, oldEmail, newEmail }: EmailChangeLinkRow,
    { session, now, correlationId }: { session: SessionRow | null; now: Date; correlationId: string },
  ): Promise<void> {
    await endSessionsOf(em, userId, now, session?.user.id === userId ? session.id : null);
    for (const [to, recipient] of [
      ['old', oldEmail],
      ['new', newEmail],
    ] as const) {
      const mail = { template: 'email-changed', recipient, subjectId: id, occasion: `${to}.${id}` } as const;
      await queueMail(em, mail, { now, correlationId });
    }
    await addToOutbox(em, 'customers.sync', { userId, changeId: id, correlationId }, { now });
  }
}
