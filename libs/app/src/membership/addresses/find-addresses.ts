import type { ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import type { AddressSearchAnswer } from '@ve/contracts/http/membership/addresses';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import type { Context } from '@ve/data/kernel/context';
import { errorFingerprint } from '@ve/domain/jobs/error-log/fingerprint';
import type { AddressPort, AddressAnswer } from '@ve/providers/address/address.port';
import type { ClientAddressHasher } from '../../jobs/client-address-hasher.ts';
import { consumeClientLimit } from '../../jobs/client-limit.ts';
import type { UseCaseLogger } from '../../kernel/use-case-logger.ts';

/** Whether our key was refused or its limit reached: only we can fix that. */
const isKeyRejected = (answer: AddressAnswer): boolean =>
  answer.state === 'limit-reached' || (answer.state === 'unavailable' && answer.reason === 'refused');

/** Converts the register's answer to a search result, with the texts of specification section 8. */
function toAddressSearch(answer: AddressAnswer): AddressSearchAnswer {
  switch (answer.state) {
    case 'found':
      return answer.addresses.length > 0
        ? { outcome: 'found', addresses: answer.addresses }
        : { outcome: 'none', message: 'No addresses found for this postcode' };
    case 'postcode-not-found':
      return { outcome: 'none', message: 'Postcode not found' };
    case 'limit-reached':
      return notForNow;
    case 'unavailable':
      return isKeyRejected(answer) || answer.reason === 'budget-spent'
        ? notForNow
        : { outcome: 'unavailable', message: 'Address lookup service unavailable' };
  }
}

/** Used when a retry within a minute would not help. */
const notForNow: AddressSearchAnswer = {
  outcome: 'unavailable',
  message: 'We cannot search for addresses at the moment. Please enter your address below.',
};

/** Maximum paid searches of one client. */
const byClient = { name: 'addresses', perHour: 30 };

/** How long an answer is cached, in milliseconds, and how many are: at most about 30 kB each. */
const cachedMs = 10 * 60_000;
const maxCachedSearches = 200;

/** Fixed by specification section 8. Users never read it: they can do nothing about our key. */
const keyRefused = 'API key limit reached or invalid';

export interface AddressSearchDeps {
  register: Pick<AddressPort, 'find'>;
  clients: ClientAddressHasher;
  logger: UseCaseLogger;
  /** Whether a kind of line is due: how many were suppressed before it, or null to suppress it as well. */
  logOnce: (kind: string) => number | null;
}

/** Searches the register of addresses. Each search is paid for, so answers are cached for a short time. */
export class AddressSearchService {
  readonly #cache = new Map<string, { search: AddressSearchAnswer; at: number }>();
  readonly #searching = new Map<string, Promise<AddressSearchAnswer>>();

  constructor(private readonly deps: AddressSearchDeps) {}

  /**
   * The addresses of a postcode. A cached answer costs nothing, and concurrent requests share one call.
   * @throws ProblemError `too-many-requests` for a client's thirty-first paid search within an hour
   */
  async find(context: Context, postcode: string): Promise<AddressSearchAnswer> {
    const free = this.#free(postcode, context.now());
    if (free) return free;
    const client = await this.deps.clients.nameOf(context.client);
    await consumeClientLimit(context.em, { limit: byClient, client }, context.now());
    // Another request may have started or finished the same search meanwhile.
    const begun = this.#free(postcode, context.now());
    if (begun) return begun;
    const search = this.#search(context, postcode).finally(() => this.#searching.delete(postcode));
    this.#searching.set(postcode, search);
    return search;
  }

  async #search(context: Context, postcode: string): Promise<AddressSearchAnswer> {
    const answer = await this.deps.register.find(postcode);
    if (isKeyRejected(answer)) {
      await this.#report(context, answer.state === 'limit-reached' ? answer.code : 'refused');
    }
    const search = toAddressSearch(answer);
    if (search.outcome !== 'unavailable') this.#keep(postcode, search, context.now());
    return search;
  }

  /**
   * Reports, once a minute, that the register refuses our key: in the log and among the reported errors. Never throws,
   * so that the visitor's search continues. `code`: the vendor's, or `refused`.
   */
  async #report({ em, now: clock, correlationId }: Context, code: number | 'refused'): Promise<void> {
    const suppressed = this.deps.logOnce(String(code));
    if (suppressed === null) return;
    this.deps.logger.error(
      { event: 'address_lookup_key_refused', provider: 'IdealPostcodes', code, suppressed },
      keyRefused,
    );
    const now = clock();
    const entry: ErrorLogEntry = {
      timestamp: now.toISOString(),
      error_type: 'JavaScript Error',
      error_message: keyRefused,
      error_stack: null,
      user_agent: 'bff',
      url: '/api/addresses',
      session_id: null,
      component_name: 'Address lookup',
      additional_data: { errorName: `IdealPostcodes ${code}` },
    };
    const payload = { entry, receivedAt: now.toISOString(), fingerprint: errorFingerprint(entry), correlationId };
    try {
      await em.transactional((transaction) =>
        addToOutbox(transaction, { jobName: 'error-logs.write', payload }, { now }),
      );
    } catch (error) {
      this.deps.logger.warn(
        { event: 'error_report_enqueue_failed', err: error, requestId: correlationId },
        'An error report could not be enqueued.',
      );
    }
  }

  /** The cached answer, or the pending search. */
  #free(postcode: string, now: Date): AddressSearchAnswer | Promise<AddressSearchAnswer> | undefined {
    const cached = this.#cache.get(postcode);
    const isFresh = cached !== undefined && Math.abs(now.getTime() - cached.at) < cachedMs;
    return isFresh ? cached.search : this.#searching.get(postcode);
  }

  #keep(postcode: string, search: AddressSearchAnswer, now: Date): void {
    this.#cache.delete(postcode);
    const oldest = this.#cache.keys().next();
    if (this.#cache.size >= maxCachedSearches && oldest.done !== true) this.#cache.delete(oldest.value);
    this.#cache.set(postcode, { search, at: now.getTime() });
  }
}
