import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { unlimitedVendorDailyBudget } from '@ve/data/jobs/limit/vendor-daily-usage.repository';
import { createIdealPostcodesAdapter } from '@ve/providers/address/ideal-postcodes.adapter';
import type { AddressAnswer } from '@ve/providers/address/address.port';
import type { BffConfig } from '../config.ts';
import { CONFIG_TOKEN } from '../platform/injection-tokens.ts';
import { VendorAdapterOptionsFactory } from '../jobs/vendor-adapter-options-factory.ts';

/** The register of postal addresses, as configured. */
@Injectable()
export class PostalAddressRegister implements OnApplicationShutdown {
  readonly #adapter: ReturnType<typeof createIdealPostcodesAdapter>;

  constructor(
    @Inject(CONFIG_TOKEN) config: BffConfig,
    @Inject(VendorAdapterOptionsFactory) vendors: VendorAdapterOptionsFactory,
  ) {
    this.#adapter = createIdealPostcodesAdapter({
      url: config.IDEAL_POSTCODES_URL,
      apiKey: config.IDEAL_POSTCODES_API_KEY,
      ...vendors.optionsWith({ ...unlimitedVendorDailyBudget, calls: config.IDEAL_POSTCODES_CALLS_A_DAY ?? null }),
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
