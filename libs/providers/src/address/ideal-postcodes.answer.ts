import { formattedAddressSchema } from '@ve/contracts/address';
import { maxAddressesPerPostcode } from '@ve/contracts/http/membership/addresses';
import { formatAddress } from '@ve/domain/kernel/address/format-address';
import * as z from 'zod/mini';
import type { HttpResponse } from '../http/http-exchange.ts';
import {
  answeredAttemptVerdict,
  unreadableAttemptVerdict,
  type AttemptVerdict,
  attemptVerdictOfStatus,
} from '../http/attempt-verdict.ts';
import type { AvailableAddressAnswer, Coordinates } from './address.port.ts';

const text = z.string().check(z.trim());
const delivery = z.object({
  line_1: text,
  line_2: text,
  line_3: text,
  post_town: text,
  postcode: text,
});
/** Bounds of the British Isles: no postcode is outside of them, and 0, 0 means an unknown place. */
const coordinates = z.object({
  latitude: z.number().check(z.minimum(49), z.maximum(61)),
  longitude: z.number().check(z.minimum(-9), z.maximum(2)),
});
const page = z.object({
  code: z.literal(2000),
  result: z.array(z.looseObject(delivery.shape)).check(z.maxLength(1_000)),
});
const problem = z.object({ code: z.int() });

/** The first coordinates among the addresses of a response, which are within a street of each other. */
function placeOf(result: readonly unknown[]): Coordinates | null {
  for (const each of result) {
    const read = coordinates.safeParse(each);
    if (read.success) return read.data;
  }
  return null;
}

const compact = (postcode: string): string => postcode.replace(/\s/g, '').toUpperCase();

function readPage(postcode: string, json: unknown): AttemptVerdict<AvailableAddressAnswer> {
  const read = page.safeParse(json);
  if (!read.success) return unreadableAttemptVerdict();
  const { result } = read.data;
  // Addresses of another postcode must not be offered.
  if (result.some((each) => compact(each.postcode) !== compact(postcode))) return unreadableAttemptVerdict();
  const sound = result.flatMap((parts) => {
    const address = formattedAddressSchema.safeParse(formatAddress(parts));
    return address.success ? [address.data] : [];
  });
  const skipped = result.length - sound.length;
  if (skipped > 0 && sound.length === 0) return unreadableAttemptVerdict();
  const notes = skipped > 0 ? ['result: an address that cannot be used'] : [];
  return answeredAttemptVerdict(
    { state: 'found', addresses: sound.slice(0, maxAddressesPerPostcode), at: placeOf(result) },
    notes,
  );
}

/**
 * The verdict on a response to `GET /v1/postcodes/{postcode}`. A 404 means "no such postcode" only with the vendor's
 * own code; a 402 is our balance (4020) or limit (4021), regardless of its body.
 */
export function readIdealPostcodesAnswer(
  postcode: string,
  answer: HttpResponse,
): AttemptVerdict<AvailableAddressAnswer> {
  const { status, json } = answer;
  if (status === 200) return readPage(postcode, json);
  const parsed = problem.safeParse(json);
  if (status === 404 && parsed.success && parsed.data.code === 4040)
    return answeredAttemptVerdict({ state: 'postcode-not-found' });
  if (status === 402)
    return answeredAttemptVerdict({ state: 'limit-reached', code: parsed.success ? parsed.data.code : status });
  return attemptVerdictOfStatus(answer);
}
