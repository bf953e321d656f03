import { twilioSignature } from '@ve/providers/text/twilio-request';
import { unreachableVendorEnv } from './unreachable-vendor-env.ts';

/** A form as Twilio posts it to one of our paths, signed for the default PUBLIC_ORIGIN. */
export const signedTwilioForm = (
  path: string,
  fields: Record<string, string>,
  { token = unreachableVendorEnv.TWILIO_AUTH_TOKEN, origin = 'http://localhost:3000' } = {},
): { headers: Record<string, string>; body: string } => {
  const form = new URLSearchParams(fields);
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      'x-twilio-signature': twilioSignature(origin + path, form, token),
    },
    body: form.toString(),
  };
};
