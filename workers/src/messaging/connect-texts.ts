import type { AdapterOptions } from '@ve/providers/http/adapter-options';
import { createTwilioAdapter } from '@ve/providers/text/twilio.adapter';
import type { WorkersConfig } from '../config.ts';
import type { TextVendor } from '../message-handlers.ts';

/** Connects Twilio, and builds the settings of every text. */
export const connectTexts = (config: WorkersConfig, options: AdapterOptions) => {
  const texts = createTwilioAdapter({
    url: config.TWILIO_URL,
    accountSid: config.TWILIO_ACCOUNT_SID,
    authToken: config.TWILIO_AUTH_TOKEN[0] ?? '',
    from: config.TWILIO_FROM,
    ...options,
  });
  const needs: TextVendor = {
    texts,
    // Twice Twilio's timeout, plus the time to record the result.
    textLeaseMs: 45_000,
    textConfirmWaitMs: 60_000,
    textSettings: {
      origin: config.PUBLIC_ORIGIN,
      callbackOrigin: config.TWILIO_CALLBACK_ORIGIN ?? config.PUBLIC_ORIGIN,
      pencePerSegment: config.TWILIO_PENCE_PER_SEGMENT,
      pencePerDay: config.TEXTS_PENCE_A_DAY,
    },
  };
  return { ...needs, close: () => texts.close() };
};
