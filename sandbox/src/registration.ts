/** The eras of United Kingdom registration marks, in matching order. */
const eras: readonly RegExp[] = [
  /^[A-HJ-PR-Y]{2}(?!00|01|50)\d{2}[A-HJ-PR-Z]{3}$/,
  /^Q\d{1,3}[A-Z]{3}$/,
  /^[A-HJ-NPR-TV-Y]\d{1,3}[A-Z]{3}$/,
  /^[A-Z]{3}\d{1,3}[A-HJ-NPR-TV-Y]$/,
  /^[A-Z]{1,3}\d{1,4}$/,
  /^\d{1,4}[A-Z]{1,3}$/,
  /^\d{5}$/,
];
const diplomatic = /^\d{3}[DX]\d{3}$/;
const military = /^(?:[A-Z]{2}\d{2}[A-Z]{2}|\d{2}[A-Z]{2}\d{2})$/;

/** Whether a vehicle is diplomatic or military: it has a registration but no public record. */
export const isRestrictedRegistration = (registration: string): boolean =>
  diplomatic.test(registration) || military.test(registration);

/** Whether a registration is of any era in the vendors' own form: upper case, no space, no other character. */
export const isWellFormedRegistration = (registration: string): boolean =>
  registration.length >= 2 &&
  registration.length <= 7 &&
  (isRestrictedRegistration(registration) || eras.some((era) => era.test(registration)));

/** Upper case without spaces. */
export const compactRegistration = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase();

/** Formats a registration as on a plate: `AB12 CDE`, `B316 HKX`, `GVW 486V`, `MNZ 4827`. */
export function formatAsPlate(registration: string): string {
  if (/^[A-Z]{2}\d{2}[A-Z]{3}$/.test(registration)) return `${registration.slice(0, 4)} ${registration.slice(4)}`;
  return registration.replace(/^([A-Z]\d+|[A-Z]+|\d+)([A-Z]{3}|\d+[A-Z]?|[A-Z]+)$/, '$1 $2');
}
