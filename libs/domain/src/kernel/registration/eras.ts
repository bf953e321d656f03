export type RegistrationEra =
  'current' | 'prefix' | 'suffix' | 'dateless' | 'northern-ireland' | 'q' | 'diplomatic' | 'trade' | 'military';

interface Era {
  era: RegistrationEra;
  /** Each group matches one block of the plate, which spaces separate. */
  pattern: RegExp;
}

/**
 * In order of precedence: a plate that matches two eras belongs to the first. Numbers of the prefix and suffix eras
 * began at 1 and were never zero-padded. Three digits and up to three letters can also be a trade plate; it is treated
 * as dateless, which can belong to a vehicle.
 */
export const registrationEras: readonly Era[] = [
  { era: 'current', pattern: /^([A-HJ-PR-Y]{2}(?!00|01|50)[0-9]{2})([A-HJ-PR-Z]{3})$/ },
  { era: 'q', pattern: /^(Q[1-9][0-9]{0,2})([A-Z]{3})$/ },
  { era: 'prefix', pattern: /^([A-HJ-NPR-TV-Y][1-9][0-9]{0,2})([A-Z]{3})$/ },
  { era: 'suffix', pattern: /^([A-Z]{3})([1-9][0-9]{0,2}[A-HJ-NPR-TV-Y])$/ },
  { era: 'northern-ireland', pattern: /^(?=[A-Z]*[IZ])([A-Z]{1,3})([0-9]{1,4})$/ },
  { era: 'northern-ireland', pattern: /^(?=[0-9]+[A-Z]*[IZ])([0-9]{1,4})([A-Z]{1,3})$/ },
  { era: 'dateless', pattern: /^([0-9]{1,4})([A-Z]{1,2})$/ },
  { era: 'dateless', pattern: /^([0-9]{1,3})([A-Z]{1,3})$/ },
  { era: 'dateless', pattern: /^([A-Z]{1,2})([0-9]{1,4})$/ },
  { era: 'dateless', pattern: /^([A-Z]{1,3})([0-9]{1,3})$/ },
  { era: 'diplomatic', pattern: /^([0-9]{3})([DX])([0-9]{3})$/ },
  { era: 'trade', pattern: /^([0-9]{5})$/ },
  { era: 'military', pattern: /^([A-Z]{2})([0-9]{2})([A-Z]{2})$/ },
  { era: 'military', pattern: /^([0-9]{2})([A-Z]{2})([0-9]{2})$/ },
];
