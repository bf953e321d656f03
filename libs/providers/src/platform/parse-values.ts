import type { IsoDate, IsoInstant } from '@ve/domain/kernel/time/iso-date';

const pad = (value: number): string => String(value).padStart(2, '0');

/** The day, if it exists and is between 1880 and 2100: dates outside are "no date" sentinels of databases. */
function day(year: number, month: number, dayOfMonth: number): IsoDate | null {
  if (year < 1880 || year > 2100) return null;
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== dayOfMonth) return null;
  return `${year}-${pad(month)}-${pad(dayOfMonth)}`;
}

const london = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const timeOfDay = String.raw`\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?`;
const isoShape = new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})(?:[T ](${timeOfDay})(Z|[+-]\\d{2}:?\\d{2})?)?$`);
const britishShape = new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{4})(?: ${timeOfDay})?$`);

/**
 * Parses a calendar day from `YYYY-MM-DD`, an ISO date and time (without a zone: as written; with one: the day in
 * London) or `d/m/yyyy`. Null for anything else.
 */
export function parseDay(value: string): IsoDate | null {
  const british = britishShape.exec(value);
  if (british) return day(Number(british[3]), Number(british[2]), Number(british[1]));
  const iso = isoShape.exec(value);
  if (!iso) return null;
  const written = day(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  if (written === null || iso[5] === undefined) return written;
  const instant = parseInstant(value);
  return instant === null ? null : parseDay(london.format(new Date(instant)));
}

/** Parses an instant from an ISO date and time, UTC without a zone. Null for anything else. */
export function parseInstant(value: string): IsoInstant | null {
  const iso = isoShape.exec(value);
  if (!iso?.[4] || day(Number(iso[1]), Number(iso[2]), Number(iso[3])) === null) return null;
  const at = Date.parse(`${iso[1]}-${iso[2]}-${iso[3]}T${iso[4]}${iso[5] ?? 'Z'}`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Parses a number such as `1999`, `1,999`, `10.5` or `£195.00`; null for anything else. */
export function parseNumber(value: string): number | null {
  if (!/^£?-?\d{1,12}(?:,\d{3})*(?:\.\d{1,9})?$/.test(value)) return null;
  return Number(value.replace(/[£,]/g, ''));
}

/** Parses the texts that sources use for booleans; null for anything else. */
export function parseFlag(value: string): boolean | null {
  const word = value.toLowerCase();
  if (['true', 'yes', 'y', '1'].includes(word)) return true;
  if (['false', 'no', 'n', '0'].includes(word)) return false;
  return null;
}
