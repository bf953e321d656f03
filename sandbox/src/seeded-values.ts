/** A number from 0 up to (not including) `below`, deterministic for the same text. */
export function seededNumber(text: string, below: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  // The low bits of FNV-1a are regular for similar texts; fold the high ones in.
  return ((hash ^ (hash >>> 15)) >>> 0) % below;
}

/** A number of `length` digits without a leading zero, deterministic for the same text. */
export function seededDigits(text: string, length: number): string {
  return Array.from({ length }, (_, place) =>
    place === 0 ? 1 + seededNumber(`${text}/0`, 9) : seededNumber(`${text}/${place}`, 10),
  ).join('');
}

/** `length` characters of a VIN, which has no I, O or Q; deterministic for the same text. */
export function seededVin(text: string, length: number): string {
  const alphabet = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
  return Array.from({ length }, (_, place) => alphabet.charAt(seededNumber(`${text}/${place}`, alphabet.length))).join(
    '',
  );
}
