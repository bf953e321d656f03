import { Inject, Injectable } from '@nestjs/common';
import { isSignedByTwilio } from '@ve/providers/text/twilio-request';
import type { BffConfig } from '../../config.ts';
import { type InboundVendorCall, VendorSignatureVerifier } from '../../http/audience.ts';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';

/**
 * Verifies forms that Twilio signed with our account's token for the URL in our configuration; the Host header is not
 * used, because any client can set it. The signature has no time: a replay changes nothing.
 */
@Injectable()
export class TwilioSignatureVerifier extends VendorSignatureVerifier {
  readonly vendor = 'twilio';
  readonly #origin: string;
  readonly #tokens: readonly string[];
  /** The parsed form by its raw bytes, for the handler of the same request. */
  readonly #forms = new WeakMap<Buffer, URLSearchParams>();

  constructor(@Inject(CONFIG_TOKEN) config: BffConfig) {
    super();
    this.#origin = config.TWILIO_CALLBACK_ORIGIN ?? config.PUBLIC_ORIGIN;
    this.#tokens = config.TWILIO_AUTH_TOKEN;
  }

  isGenuine({ headers, rawBody, url: path }: InboundVendorCall): boolean {
    const signature = headers['x-twilio-signature'];
    if (rawBody === undefined || typeof signature !== 'string') return false;
    const form = new URLSearchParams(rawBody.toString('utf8'));
    const signed = { url: this.#origin + path, form, signature };
    if (!this.#tokens.some((token) => isSignedByTwilio(signed, token))) return false;
    this.#forms.set(rawBody, form);
    return true;
  }

  /** The form in a body that was verified. */
  formIn(rawBody: Buffer | undefined): URLSearchParams {
    const form = rawBody && this.#forms.get(rawBody);
    if (!form) throw new Error('The guard did not check this form');
    return form;
  }
}
