import * as z from 'zod/mini';
import { accepted, notAccepted, requestVendorAccess, type VendorAccess } from './http/vendor-access.ts';
import type { ukvdProducts } from './ukvd-client.ts';

const envelope = z.object({ Response: z.object({ StatusCode: z.string() }) });

/** No registration has this form, so that no look-up is charged. */
const noRegistration = '0';

type UkvdPackageName = keyof typeof ukvdProducts;

/**
 * Whether the account of UK Vehicle Data may look up these packages: each is asked about what is no registration, which
 * is not charged. The vendor requires the key in the URL, which must not be logged. Its API does not report a balance.
 */
export const checkUkvdAccess = async (
  { url, apiKey, packages }: { url: string; apiKey: string; packages: readonly UkvdPackageName[] },
  signal: AbortSignal,
): Promise<VendorAccess> => {
  for (const name of packages) {
    const lookup = new URL(`${url}/api/datapackage/${name}`);
    lookup.search = new URLSearchParams({ v: '2', auth_apikey: apiKey, key_VRM: noRegistration }).toString();
    const access = await requestVendorAccess(
      { url: lookup, headers: { accept: 'application/json' } },
      ({ status, json }) => {
        const read = envelope.safeParse(json);
        if (status !== 200 || !read.success) return null;
        const { StatusCode: code } = read.data.Response;
        if (code === 'KeyInvalid' || code === 'ItemNotFound') return accepted('');
        return code === 'InvalidPackageId' || code === 'InvalidPackageAccessClass'
          ? notAccepted(`our account may not look up ${name}`)
          : notAccepted(`it reports a failure for ${name}`);
      },
      signal,
    );
    if (!access.accepted) return access;
  }
  return accepted(`our account may look up ${packages.join(', ')}; its balance is only in the vendor’s control panel`);
};
