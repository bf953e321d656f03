import type { ParsedRequestBody } from '@ve/contracts/endpoint';
import type {
  submitCancellationReasonEndpoint,
  searchSubscriptionEndpoint,
} from '@ve/contracts/http/membership/cancellation';
import { addCancellationCode } from '@ve/data/membership/cancellation-request/cancellation-code.repository';
import { storeCancellationReason } from '@ve/data/membership/cancellation-request/subscription-search.repository';
import type { Context } from '@ve/data/kernel/context';
import { queueMail } from '../../messaging/queue-message.ts';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { findUserIdByEmail } from '@ve/data/identity/user/user.repository';
import type { ClientAddressHasher } from '../../jobs/client-address-hasher.ts';
import { consumeClientLimit } from '../../jobs/client-limit.ts';
import { type SubjectLimit, consumeSubjectLimit } from '../../jobs/subject-limit.ts';
import { newSecretToken, secretTokenHash } from '../../kernel/secret-token.ts';
import { type MemberCancellationResult, cancelByMember } from './cancel-by-member.ts';
import { isCancellationBrowserGranted, redeemCancellationCode } from './cancellation-codes.ts';

/** Searches and guesses of one client, over all addresses. */
const byClient = { name: 'cancellation-search', perHour: 30 } as const;
/** Codes per address, at most 105 a day: with eight guesses each, too few to find one. */
const codes = {
  name: 'cancellation-code',
  open: [{ perHour: 3 }],
  perNetwork: { perHour: 1 },
  shared: { perHour: 1, burst: 6 },
} as const satisfies SubjectLimit;

/** The requesting browser, as far as it can prove its rights. */
export interface CancellationPageBrowser {
  /** The address of the signed-in user. */
  userEmail: string | null;
  /** The hash of the cookie that a right code has set. */
  grantHash: string | null;
}

/** A browser that searches; wrong codes from other browsers use up none of its guesses. */
export interface CancellationSearchBrowser extends CancellationPageBrowser {
  browserHash: string;
}

/** `grant`: the token for the browser's cookie, after a right code. */
export type CancellationSearchPermit =
  { outcome: 'permitted'; grant: string | null } | { outcome: 'code-sent' | 'code-refused' };

/**
 * The cancellation page. Reveals nothing about an address to a client that has not proved to own it: until then nothing
 * here queries the database for the address.
 */
export class CancellationPageService {
  constructor(private readonly addresses: ClientAddressHasher) {}

  /**
   * Permits a browser to see what belongs to an address if the user is signed in with it or has entered its code;
   * otherwise queues a code.
   * @throws ProblemError `too-many-requests` for more codes of one address, or a 31st search of one client, in an hour
   */
  async permit(
    context: Context,
    {
      browser,
      email,
      code,
    }: ParsedRequestBody<typeof searchSubscriptionEndpoint> & { browser: CancellationSearchBrowser },
  ): Promise<CancellationSearchPermit> {
    const { em, now, client } = context;
    // Outside the transaction: a guess counts regardless of its outcome.
    await consumeClientLimit(em, { limit: byClient, client: await this.addresses.nameOf(client) }, now());
    if (await mayAct(context, browser, email)) return { outcome: 'permitted', grant: null };
    if (code === undefined) {
      await this.#sendCode(context, email, browser.browserHash);
      return { outcome: 'code-sent' };
    }
    const { token, hash } = newSecretToken();
    const right = await em.transactional((transaction) =>
      redeemCancellationCode(transaction, { email, code, browserHash: browser.browserHash, grantHash: hash }, now()),
    );
    return right ? { outcome: 'permitted', grant: token } : { outcome: 'code-refused' };
  }

  /** Cancels the subscription of an address; a repeated call returns the same outcome. */
  async request(
    context: Context,
    { browser, email }: { browser: CancellationPageBrowser; email: string },
  ): Promise<MemberCancellationResult | { outcome: 'code-needed' }> {
    if (!(await mayAct(context, browser, email))) return { outcome: 'code-needed' };
    return context.em.transactional(async (transaction) => {
      const userId = await findUserIdByEmail(transaction, email);
      const row = userId === null ? null : await findSubscriptionOfUser(transaction, userId);
      return row === null ? { outcome: 'none' } : cancelByMember(transaction, context, { row, origin: 'page' });
    });
  }

  /** Stores the member's reason for cancelling; does nothing without a valid token. */
  async answer(
    { em }: Context,
    { token, answer }: ParsedRequestBody<typeof submitCancellationReasonEndpoint>,
  ): Promise<void> {
    const hash = secretTokenHash(token);
    if (hash !== null) await storeCancellationReason(em, hash, answer);
  }

  async #sendCode({ em, now, correlationId, client }: Context, email: string, browserHash: string): Promise<void> {
    const use = await this.addresses.limitUseOf(email, client);
    await em.transactional(async (transaction) => {
      const at = now();
      await consumeSubjectLimit(transaction, { limit: codes, use }, at);
      const subjectId = await addCancellationCode(transaction, { email, browserHash }, at);
      const mail = { template: 'cancellation-code', recipient: email, subjectId } as const;
      await queueMail(transaction, mail, { now: at, correlationId });
    });
  }
}

const mayAct = async (
  { em, now }: Context,
  { userEmail, grantHash }: CancellationPageBrowser,
  email: string,
): Promise<boolean> => {
  if (userEmail === email) return true;
  return grantHash !== null && (await isCancellationBrowserGranted(em, { email, grantHash }, now()));
};
