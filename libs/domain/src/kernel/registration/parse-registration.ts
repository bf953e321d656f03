import { registrationEras, type RegistrationEra } from './eras.ts';

export type ParsedRegistration =
  | { ok: true; registration: string; era: RegistrationEra }
  | { ok: false; reason: 'blank' | 'too-long' | 'not-a-registration' };

const maxRegistrationLength = 7;

/**
 * Parses a registration as typed. Spaces and dashes are removed and letters upper-cased; nothing else is changed, so a
 * letter O stays an O. Never throws. Plate formats: DVLA's, by era.
 */
export function parseRegistration(typed: string): ParsedRegistration {
  const registration = normalise(typed);
  if (registration === '') return { ok: false, reason: 'blank' };
  if (Array.from(registration.slice(0, 64)).length > maxRegistrationLength) return { ok: false, reason: 'too-long' };
  const match = registrationEras.find(({ pattern }) => pattern.test(registration));
  return match ? { ok: true, registration, era: match.era } : { ok: false, reason: 'not-a-registration' };
}

function normalise(typed: string): string {
  return typed.replace(/[\s\p{Dash_Punctuation}]/gu, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

const twins: Record<string, string> = { O: '0', '0': 'O', I: '1', '1': 'I' };

/**
 * Similar registrations (O and 0, I and 1 swapped) that match a plate format, closest first. Only for hints, never for
 * automatic correction.
 */
export function lookalikeRegistrations(typed: string): string[] {
  const registration = normalise(typed);
  if (registration.length > maxRegistrationLength) return [];
  let readings = [{ text: '', swaps: 0 }];
  for (const character of registration) {
    const twin = twins[character];
    readings = readings.flatMap(({ text, swaps }) => [
      { text: text + character, swaps },
      ...(twin === undefined ? [] : [{ text: text + twin, swaps: swaps + 1 }]),
    ]);
  }
  return readings
    .filter(({ text, swaps }) => swaps > 0 && parseRegistration(text).ok)
    .sort((a, b) => a.swaps - b.swaps)
    .map(({ text }) => text);
}
