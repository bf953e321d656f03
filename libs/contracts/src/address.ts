import * as z from 'zod/mini';
import { singleLineField, postcodeField } from './fields.ts';

const optionalLine = (max: number) => z._default(singleLineField(max, 0), '');

/** A postal address with the field names of specification section 3, chosen from a list or typed. */
export const addressSchema = z.object({
  line_1: singleLineField(200),
  line_2: optionalLine(200),
  line_3: optionalLine(200),
  post_town: singleLineField(100),
  postcode: postcodeField,
});

/** The same with its parts on one line, as `domain/kernel/address/format-address` makes it. */
export const formattedAddressSchema = z.extend(addressSchema, { formatted_address: singleLineField(800) });
