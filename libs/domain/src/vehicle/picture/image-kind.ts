/**
 * The formats of stored pictures. No format can contain a script, and a format is recognised by its first bytes only.
 */
export const imageKinds = ['image/jpeg', 'image/png', 'image/webp'] as const;

export type ImageKind = (typeof imageKinds)[number];

/** Maximum size of a picture in bytes. */
export const maxImageBytes = 1_000_000;

const starts = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  bytes.length >= at + signature.length && signature.every((byte, index) => bytes[at + index] === byte);

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

/** The format of a picture by its first bytes, regardless of its declared type; null for anything else. */
export function detectImageKind(bytes: Uint8Array): ImageKind | null {
  if (starts(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  return starts(bytes, ascii('RIFF')) && starts(bytes, ascii('WEBP'), 8) ? 'image/webp' : null;
}
