import type {
  ResubscriptionAnswer,
  UnsubscribeLinkState,
  UnsubscriptionAnswer,
} from '@ve/contracts/http/messaging/unsubscribe';
import type { OptionalMailStream } from '@ve/contracts/mails';
import type { Context } from '@ve/data/kernel/context';
import { unsubscribeSigningKey } from '@ve/data/jobs/limit/secret.repository';
import {
  isMailStreamOptedOut,
  removeMailOptOut,
  recordMailOptOut,
} from '@ve/data/messaging/mails/mail-opt-out.repository';
import { isMailAddressSuppressed } from '@ve/data/messaging/mails/mail-suppression.repository';
import {
  endNewsletterConfirmLinks,
  lockNewsletterToken,
  markNewsletterConfirmed,
} from '@ve/data/messaging/newsletter/newsletter.repository';
import { secretTokenHash } from '../../kernel/secret-token.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

type Transaction = Context['em'];

/**
 * The address and stream of a link. `newsletterId`: set when the token is stored, because the address need not have an
 * account.
 */
interface Link {
  email: string;
  stream: OptionalMailStream;
  newsletterId: string | null;
}

/**
 * The unsubscribe links of every stream. A link without a user, of a deleted account or of an unknown stream is
 * `unknown`.
 */
export class UnsubscribeLinkService {
  /** Returns the address of a user, which cannot change until the transaction ends; null when there is none. */
  readonly #lockUserEmail: (em: Transaction, userId: string) => Promise<string | null>;

  constructor(lockUserEmail: (em: Transaction, userId: string) => Promise<string | null>) {
    this.#lockUserEmail = lockUserEmail;
  }

  /** Reads a link without changing anything. */
  read({ em }: Context, token: string): Promise<UnsubscribeLinkState> {
    return em.transactional(async (transaction) => {
      const link = await this.#find(transaction, token);
      if (!link) return { outcome: 'unknown' };
      const { email, stream } = link;
      const stopped =
        (await isMailStreamOptedOut(transaction, email, stream)) || (await isMailAddressSuppressed(transaction, email));
      return { outcome: 'found', stream, stopped };
    });
  }

  /** Stops one stream to the address; for the newsletter, also revokes every confirm link. */
  unsubscribe({ em, now }: Context, token: string): Promise<UnsubscriptionAnswer> {
    return em.transactional(async (transaction) => {
      const link = await this.#find(transaction, token);
      if (!link) return { outcome: 'unknown' };
      const at = now();
      await recordMailOptOut(transaction, { email: link.email, stream: link.stream }, at);
      if (link.newsletterId !== null) await endNewsletterConfirmLinks(transaction, link.newsletterId, at);
      return { outcome: 'unsubscribed', stream: link.stream };
    });
  }

  /** Resubscribes the address: its owner, who has the link, consents. */
  resubscribe({ em, now }: Context, token: string): Promise<ResubscriptionAnswer> {
    return em.transactional(async (transaction) => {
      const link = await this.#find(transaction, token);
      if (!link) return { outcome: 'unknown' };
      const at = now();
      await removeMailOptOut(transaction, { email: link.email, stream: link.stream }, at);
      if (link.newsletterId !== null) await markNewsletterConfirmed(transaction, link.newsletterId, at);
      return { outcome: 'subscribed', stream: link.stream };
    });
  }

  /** Finds the link's address and locks it against changes until the transaction ends. */
  async #find(em: Transaction, token: string): Promise<Link | null> {
    const hash = secretTokenHash(token);
    if (hash !== null) {
      const stored = await lockNewsletterToken(em, hash, 'unsubscribe');
      return stored && { email: stored.email, stream: 'newsletter', newsletterId: stored.id };
    }
    const signed = readUnsubscribeToken(token, await unsubscribeSigningKey(em));
    const email = signed && (await this.#lockUserEmail(em, signed.userId));
    return signed && email ? { email, stream: signed.stream, newsletterId: null } : null;
  }
}
