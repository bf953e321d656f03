import { postcodeField } from '@ve/contracts/fields';
import { type FormattedAddress, formatAddress } from '@ve/domain/kernel/address/format-address';
import type { FieldErrors } from '@ve/mfe-kit/typed-form';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAddressSearch } from './addresses.query.ts';
import { messages } from './messages.en-gb.ts';

const labels = messages.address;

/** The fields of an address that is typed. */
export interface AddressLines {
  line_1: string;
  line_2: string;
  post_town: string;
}

export type AddressFieldName = 'postcode' | 'address' | 'line1' | 'town';

const noLines: AddressLines = { line_1: '', line_2: '', post_town: '' };

/**
 * How long a typed postcode stays unchanged before its addresses are searched, in milliseconds. A browser that fills in
 * the form fills in the lines of the address too, within less, and then no search is needed.
 */
const settleMs = 250;

/** The postcode in its stored form; null if it is invalid. */
function readPostcode(typed: string): string | null {
  const read = postcodeField.safeParse(typed);
  return read.success ? read.data : null;
}

const linesOf = (address: FormattedAddress): AddressLines => ({
  line_1: address.line_1,
  line_2: [address.line_2, address.line_3].filter(Boolean).join(', '),
  post_town: address.post_town,
});

/**
 * An address: a complete postcode is searched, and its addresses are offered instead of the lines; the lines can be
 * typed, or filled in by the browser, at any time.
 */
export function useAddressEntry(known: FormattedAddress | null) {
  const [typedPostcode, setTypedPostcode] = useState(known?.postcode ?? '');
  const [searched, setSearched] = useState<string | null>(null);
  const [chosen, setChosen] = useState(known);
  /** Whether the lines count, even if addresses were found. */
  const [byHand, setByHand] = useState(known !== null);
  const [lines, setLines] = useState(known === null ? noLines : linesOf(known));
  /** Whether the lines were typed, and not taken over from an address. */
  const [isTyped, setIsTyped] = useState(false);
  const found = useAddressSearch(searched);
  const postcode = readPostcode(typedPostcode);
  const offered = found.state === 'found' && !byHand ? found.addresses : null;

  /** @returns whether the postcode is valid, so that its addresses are searched */
  const search = (): boolean => {
    if (postcode === null) return false;
    setTypedPostcode(postcode);
    setChosen(null);
    setByHand(false);
    if (searched === postcode) found.again();
    else setSearched(postcode);
    return true;
  };
  const searchSettled = useEffectEvent(search);
  const isUnsearched = postcode !== null && postcode !== searched && !byHand;
  useEffect(() => {
    if (!isUnsearched) return;
    const timer = setTimeout(() => {
      searchSettled();
    }, settleMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isUnsearched, postcode]);

  const changePostcode = (value: string) => {
    setTypedPostcode(value);
    setChosen(null);
    if (readPostcode(value) === searched) return;
    setSearched(null);
    if (isTyped) return;
    // The lines of an address belong to its postcode.
    setLines(noLines);
    setByHand(false);
  };
  const changeLines = (part: Partial<AddressLines>) => {
    setLines((before) => ({ ...before, ...part }));
    setByHand(true);
    setIsTyped(true);
  };
  const choose = (address: FormattedAddress) => {
    setChosen(address);
    setLines(linesOf(address));
    setIsTyped(false);
  };

  const read = (): { address: FormattedAddress } | { errors: FieldErrors<AddressFieldName> } => {
    if (postcode === null) return { errors: { postcode: labels.postcodeWrong } };
    if (offered !== null) return chosen === null ? { errors: { address: labels.missing } } : { address: chosen };
    const [line_1, line_2, post_town] = [lines.line_1.trim(), lines.line_2.trim(), lines.post_town.trim()];
    if (!byHand && found.state !== 'none') return { errors: { address: labels.missing } };
    const line1 = line_1 === '' ? labels.line1Missing : undefined;
    const town = post_town === '' ? labels.townMissing : undefined;
    if (line1 !== undefined || town !== undefined) return { errors: { line1, town } };
    return { address: formatAddress({ line_1, line_2, line_3: '', post_town, postcode }) };
  };

  return {
    typedPostcode,
    changePostcode,
    /** Whether the postcode is complete and its addresses have not been searched yet. */
    isUnsearched,
    search,
    found,
    searched,
    /** The addresses to choose from; null while the lines are shown. */
    offered,
    chosen,
    choose,
    lines,
    changeLines,
    byHand,
    setByHand,
    read,
  };
}

export type AddressEntry = ReturnType<typeof useAddressEntry>;
