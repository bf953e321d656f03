import * as z from 'zod/mini';
import { accepted, notAccepted, requestVendorAccess, type VendorAccess } from '../http/vendor-access.ts';

const keyAnswer = z.object({ result: z.object({ available: z.boolean() }) });

/**
 * Whether the key of Ideal Postcodes can search now, by `GET /v1/keys/{key}`, which costs nothing. The vendor requires
 * the key in the URL, which must not be logged.
 */
export const checkIdealPostcodesKey = (
  { url, apiKey }: { url: string; apiKey: string },
  signal: AbortSignal,
): Promise<VendorAccess> =>
  requestVendorAccess(
    { url: new URL(`${url}/v1/keys/${encodeURIComponent(apiKey)}`), headers: { accept: 'application/json' } },
    ({ status, json }) => {
      if (status === 404) return notAccepted('it does not know our key');
      const read = keyAnswer.safeParse(json);
      if (status !== 200 || !read.success) return null;
      return read.data.result.available
        ? accepted('the key is available')
        : notAccepted('the key is not available: its balance or its limit of the day is used up, or it is restricted');
    },
    signal,
  );
