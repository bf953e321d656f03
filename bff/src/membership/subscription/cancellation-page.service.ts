import { Inject, Injectable } from '@nestjs/common';
import type { BodyOf } from '@ve/contracts/endpoint';
import type {
  answerCancellation,
  RequestAnswer,
  SearchAnswer,
  searchSubscription,
  SubscriptionSearch,
} from '@ve/contracts/http/membership/cancellation';
import {
  addCancellationCode,
  isCancellationGranted,
  redeemCancellationCode,
} from '@ve/data/membership/cancellation-request/cancellation-code.repository';
import { findAgreedPrices, cancellationOutcomeOf } from '@ve/app/membership/cancellation/cancellation-outcome';
import {
  answerCancellationBy,
  findCancellationOfAddress,
  findPaymentsToShow,
} from '@ve/data/membership/cancellation-request/search.repository';
import type { Context } from '@ve/data/kernel/context';
import { queueMail } from '@ve/app/messaging/queue-message';
import type { SessionRow } from '@ve/data/identity/session/session.repository';
import { findSubscriptionOfUser } from '@ve/data/membership/subscription/subscription.repository';
import { findUserId } from '@ve/data/identity/user/user.repository';
import { newSecretToken, secretTokenHash } from '@ve/app/kernel/secret-token';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { consumeClientLimit } from '@ve/app/jobs/client-limit';
import { type SubjectLimit, consumeSubjectLimit } from '@ve/app/jobs/subject-limit';
import { cancelMembershipAndNotify } from './cancel-and-notify.ts';
import { toSearch } from './cancellation-page.mapper.ts';

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
export interface Browser {
  session: SessionRow | null;
  /** The hash of the cookie that a right code has set. */
  grantHash: string | null;
}

/** A browser that searches; wrong codes from other browsers use up none of its guesses. */
export interface SearchingBrowser extends Browser {
  browserHash: string;
}

/**
 * The cancellation page. Reveals nothing about an address to a client that has not proved to own it: until then nothing
 * here queries the database for the address.
 */
@Injectable()
export class CancellationPageService {
  constructor(@Inject(ClientAddresses) private readonly addresses: ClientAddresses) {}

  /**
   * Returns what belongs to an address if the user is signed in with it or has entered its code; otherwise queues a
   * code. `grant` is the token for the browser's cookie.
   * @throws ProblemError `too-many-requests` for more codes of one address, or a 31st search of one client, in an hour
   */
  async search(
    context: Context,
    browser: SearchingBrowser,
    { email, code }: BodyOf<typeof searchSubscription>,
  ): Promise<{ answer: SearchAnswer; grant: string | null }> {
    const { em, now, client } = context;
    // Outside the transaction: a guess counts regardless of its outcome.
    await consumeClientLimit(em, byClient, await this.addresses.nameOf(client), now());
    if (await this.#mayAct(context, browser, email)) return { answer: await this.#find(context, email), grant: null };
    if (code === undefined) {
      await this.#sendCode(context, email, browser.browserHash);
      return { answer: { outcome: 'code-sent' }, grant: null };
    }
    const { token, hash } = newSecretToken();
    const right = await em.transactional((transaction) =>
      redeemCancellationCode(transaction, { email, code, browserHash: browser.browserHash, grantHash: hash }, now()),
    );
    if (!right) return { answer: { outcome: 'code-refused' }, grant: null };
    return { answer: await this.#find(context, email), grant: token };
  }

  /** Cancels the subscription of an address; a repeated call returns the same outcome. */
  async request(context: Context, browser: Browser, email: string): Promise<RequestAnswer> {
    if (!(await this.#mayAct(context, browser, email))) return { outcome: 'code-needed' };
    return context.em.transactional(async (transaction) => {
      const userId = await findUserId(transaction, email);
      const row = userId === null ? null : await findSubscriptionOfUser(transaction, userId);
      if (row === null) return { outcome: 'none' };
      const result = await cancelMembershipAndNotify(transaction, context, row, 'page');
      if (result.outcome === 'none') return result;
      const { outcome, summary, answerToken } = result;
      return { outcome, summary, answerToken };
    });
  }

  /** Stores the member's reason for cancelling; does nothing without a valid token. */
  async answer({ em }: Context, { token, answer }: BodyOf<typeof answerCancellation>): Promise<void> {
    const hash = secretTokenHash(token);
    if (hash !== null) await answerCancellationBy(em, hash, answer);
  }

  async #mayAct({ em, now }: Context, { session, grantHash }: Browser, email: string): Promise<boolean> {
    if (session?.user.email === email) return true;
    return grantHash !== null && (await isCancellationGranted(em, { email, grantHash }, now()));
  }

  async #sendCode({ em, now, correlationId, client }: Context, email: string, browserHash: string): Promise<void> {
    const use = await this.addresses.useOf(email, client);
    await em.transactional(async (transaction) => {
      const at = now();
      await consumeSubjectLimit({ em: transaction, now: at }, codes, use);
      const subjectId = await addCancellationCode(transaction, { email, browserHash }, at);
      const mail = { template: 'cancellation-code', recipient: email, subjectId } as const;
      await queueMail(transaction, mail, { now: at, correlationId });
    });
  }

  async #find({ em, now }: Context, email: string): Promise<SubscriptionSearch> {
    const at = now();
    const userId = await findUserId(em, email);
    const row = userId === null ? null : await findSubscriptionOfUser(em, userId);
    const subscription = row && {
      row,
      cancelling: await cancellationOutcomeOf(em, row, at),
      agreed: await findAgreedPrices(em, row, at),
    };
    const found = {
      request: await findCancellationOfAddress(em, email),
      subscription,
      payments: await findPaymentsToShow(em, userId),
    };
    return toSearch(found, at);
  }
}
