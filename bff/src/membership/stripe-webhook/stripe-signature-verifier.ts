import { stripeModeOfKey } from '@ve/domain/membership/stripe-mode';
import { Inject, Injectable } from '@nestjs/common';
import type { ProviderEvent } from '@ve/providers/payments/payments.port';
import type { BffConfig } from '../../config.ts';
import { type InboundVendorCall, VendorSignatureVerifier } from '../../http/audience.ts';
import { PaymentProviderClient } from '@ve/app/membership/payments/payment-provider-client';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';

/** Verifies events signed with our webhook's secret, in the mode (live or test) of our API key. */
@Injectable()
export class StripeSignatureVerifier extends VendorSignatureVerifier {
  readonly vendor = 'stripe';
  readonly #livemode: boolean;
  /** The parsed event by its raw bytes, for the handler of the same request. */
  readonly #events = new WeakMap<Buffer, ProviderEvent>();

  constructor(
    @Inject(CONFIG_TOKEN) config: BffConfig,
    @Inject(PaymentProviderClient) private readonly payments: PaymentProviderClient,
  ) {
    super();
    this.#livemode = stripeModeOfKey(config.STRIPE_SECRET_KEY) === 'live';
  }

  isGenuine({ headers, rawBody, now }: InboundVendorCall): boolean {
    const signature = headers['stripe-signature'];
    if (rawBody === undefined || typeof signature !== 'string') return false;
    const event = this.payments.port.readEvent({ rawBody, signature, now });
    if (event?.livemode !== this.#livemode) return false;
    this.#events.set(rawBody, event);
    return true;
  }

  /** The event in a body that was verified. */
  eventIn(rawBody: Buffer | undefined): ProviderEvent {
    const event = rawBody && this.#events.get(rawBody);
    if (!event) throw new Error('The guard did not check this event');
    return event;
  }
}
