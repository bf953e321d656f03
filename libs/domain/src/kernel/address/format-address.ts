/** A postal address with the names of specification section 3; a missing part is empty. */
export interface Address {
  line_1: string;
  line_2: string;
  line_3: string;
  post_town: string;
  postcode: string;
}

/** An address and its parts on one line. */
export interface FormattedAddress extends Address {
  formatted_address: string;
}

/** The address with its non-empty parts on one line, separated by commas. */
export const formatAddress = ({ line_1, line_2, line_3, post_town, postcode }: Address): FormattedAddress => ({
  line_1,
  line_2,
  line_3,
  post_town,
  postcode,
  formatted_address: [line_1, line_2, line_3, post_town, postcode].filter((part) => part !== '').join(', '),
});
