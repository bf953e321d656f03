import { Inject, Injectable } from '@nestjs/common';
import type { AddressSearch } from '@ve/contracts/http/membership/addresses';
import type { Context } from '@ve/data/kernel/context';
import { AddressRegister } from '../address-register.ts';
import { ClientAddresses } from '@ve/app/jobs/client-addresses';
import { consumeClientLimit } from '@ve/app/jobs/client-limit';
import { AddressErrors } from './address-errors.ts';
import { isKeyRejected, toAddressSearch } from './addresses.mapper.ts';

/** Maximum paid searches of one client. */
const byClient = { name: 'addresses', perHour: 30 };

/** How long an answer is cached, in milliseconds, and how many are: at most about 30 kB each. */
const cachedMs = 10 * 60_000;
const maxCachedSearches = 200;

/** Searches the register of addresses. Each search is paid for, so answers are cached for a short time. */
@Injectable()
export class AddressesService {
  readonly #cache = new Map<string, { search: AddressSearch; at: number }>();
  readonly #searching = new Map<string, Promise<AddressSearch>>();

  constructor(
    @Inject(AddressRegister) private readonly register: AddressRegister,
    @Inject(AddressErrors) private readonly errors: AddressErrors,
    @Inject(ClientAddresses) private readonly clients: ClientAddresses,
  ) {}

  /**
   * The addresses of a postcode. A cached answer costs nothing, and concurrent requests share one call.
   * @throws ProblemError `too-many-requests` for a client's thirty-first paid search within an hour
   */
  async find(context: Context, postcode: string): Promise<AddressSearch> {
    const free = this.#free(postcode, context.now());
    if (free) return free;
    const client = await this.clients.nameOf(context.client);
    await consumeClientLimit(context.em, byClient, client, context.now());
    // Another request may have started or finished the same search meanwhile.
    const begun = this.#free(postcode, context.now());
    if (begun) return begun;
    const search = this.#search(context, postcode).finally(() => this.#searching.delete(postcode));
    this.#searching.set(postcode, search);
    return search;
  }

  async #search(context: Context, postcode: string): Promise<AddressSearch> {
    const answer = await this.register.find(postcode);
    if (isKeyRejected(answer)) {
      await this.errors.report(context, answer.state === 'limit-reached' ? answer.code : 'refused');
    }
    const search = toAddressSearch(answer);
    if (search.outcome !== 'unavailable') this.#keep(postcode, search, context.now());
    return search;
  }

  /** The cached answer, or the pending search. */
  #free(postcode: string, now: Date): AddressSearch | Promise<AddressSearch> | undefined {
    const cached = this.#cache.get(postcode);
    const isFresh = cached !== undefined && Math.abs(now.getTime() - cached.at) < cachedMs;
    return isFresh ? cached.search : this.#searching.get(postcode);
  }

  #keep(postcode: string, search: AddressSearch, now: Date): void {
    this.#cache.delete(postcode);
    const oldest = this.#cache.keys().next();
    if (this.#cache.size >= maxCachedSearches && oldest.done !== true) this.#cache.delete(oldest.value);
    this.#cache.set(postcode, { search, at: now.getTime() });
  }
}
