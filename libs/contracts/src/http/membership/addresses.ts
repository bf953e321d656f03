import * as z from 'zod/mini';
import { formattedAddressSchema } from '../../address.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { postcodeField } from '../../fields.ts';

/** Maximum number of addresses in a response; a postcode has about a hundred delivery points at most. */
export const maxAddressesPerPostcode = 200;

/** The page's message when the search itself failed, which is none of the outcomes (specification section 8). */
export const addressSearchFailedMessage = 'Unable to find addresses for this postcode. Please check and try again.';

/**
 * `none`: the register has no such postcode, or no address at it. `unavailable`: the register could not be read, and
 * the address has to be typed. The messages are shown to users; those in specification section 8 are verbatim.
 */
export const postcodeSearchAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('found'),
    addresses: z.array(formattedAddressSchema).check(z.minLength(1), z.maxLength(maxAddressesPerPostcode)),
  }),
  z.object({
    outcome: z.literal('none'),
    message: z.enum(['Postcode not found', 'No addresses found for this postcode']),
  }),
  z.object({
    outcome: z.literal('unavailable'),
    message: z.enum([
      'Address lookup service unavailable',
      'We cannot search for addresses at the moment. Please enter your address below.',
    ]),
  }),
]);

export type AddressSearchAnswer = z.infer<typeof postcodeSearchAnswerSchema>;

export const findAddressesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/addresses',
  query: z.object({ postcode: postcodeField }),
  answers: { 200: postcodeSearchAnswerSchema },
  problems: ['too-many-requests'],
});
