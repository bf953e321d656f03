import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { unlimitedBudget } from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import { createIdealPostcodesAdapter } from '@ve/providers/address/ideal-postcodes.adapter';
import type { AddressAnswer } from '@ve/providers/address/address.port';
import type { Config } from '../config.ts';
import { CONFIG } from '../platform/injection-tokens.ts';
import { Vendors } from '../jobs/vendors.ts';

/** The register of postal addresses, as configured. */
@Injectable()
export class AddressRegister implements OnApplicationShutdown {
  readonly #adapter: ReturnType<typeof createIdealPostcodesAdapter>;

  constructor(@Inject(CONFIG) config: Config, @Inject(Vendors) vendors: Vendors) {
    this.#adapter = createIdealPostcodesAdapter({
      url: config.IDEAL_POSTCODES_URL,
      apiKey: config.IDEAL_POSTCODES_API_KEY,
      ...vendors.optionsWith({ ...unlimitedBudget, calls: config.IDEAL_POSTCODES_CALLS_A_DAY ?? null }),
    });
  }

  /** The addresses of a postcode, and its location. Each call is paid for. Never throws because of the vendor. */
  find(postcode: string): Promise<AddressAnswer> {
    return this.#adapter.find(postcode);
  }

  onApplicationShutdown(): Promise<void> {
    return this.#adapter.close();
  }
}
