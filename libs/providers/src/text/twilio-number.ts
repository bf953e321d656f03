import * as z from 'zod/mini';
import { accepted, notAccepted, requestVendorAccess, type VendorAccess } from '../http/vendor-access.ts';

const accountAnswer = z.object({ status: z.string(), type: z.string() });
const numbersAnswer = z.object({
  incoming_phone_numbers: z.array(
    z.object({
      phone_number: z.string(),
      capabilities: z.object({ sms: z.boolean() }),
      sms_url: z.nullish(z.string()),
    }),
  ),
});

interface TwilioNumber {
  url: string;
  accountSid: string;
  authToken: string;
  /** Our number, E.164. */
  from: string;
  /** Where replies such as STOP have to be sent. */
  inboundUrl: string;
}

/** Whether the account of Twilio is active, and whether our number is its own, sends texts and passes replies on. */
export const checkTwilioNumber = async (
  { url, accountSid, authToken, from, inboundUrl }: TwilioNumber,
  signal: AbortSignal,
): Promise<VendorAccess> => {
  const base = `${url}/2010-04-01/Accounts/${accountSid}`;
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
  };
  const account = await requestVendorAccess(
    { url: new URL(`${base}.json`), headers },
    ({ status, json }) => {
      const read = accountAnswer.safeParse(json);
      if (status !== 200 || !read.success) return null;
      if (read.data.status !== 'active') return notAccepted('the account is not active');
      return read.data.type === 'Trial'
        ? notAccepted('the account is a trial, which sends to verified numbers alone')
        : accepted('');
    },
    signal,
  );
  if (!account.accepted) return account;
  const numbers = new URL(`${base}/IncomingPhoneNumbers.json`);
  numbers.search = new URLSearchParams({ PhoneNumber: from }).toString();
  return requestVendorAccess(
    { url: numbers, headers },
    ({ status, json }) => {
      const read = numbersAnswer.safeParse(json);
      if (status !== 200 || !read.success) return null;
      const own = read.data.incoming_phone_numbers.find((each) => each.phone_number === from);
      if (own === undefined) return notAccepted('TWILIO_FROM is no number of this account');
      if (!own.capabilities.sms) return notAccepted('our number cannot send texts');
      return own.sms_url === inboundUrl
        ? accepted('the number sends texts and passes replies on')
        : notAccepted(`replies to our number, such as STOP, are not sent to ${inboundUrl}`);
    },
    signal,
  );
};
