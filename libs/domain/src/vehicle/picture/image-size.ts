import type { ImageKind } from './image-kind.ts';

export interface ImageSize {
  width: number;
  height: number;
}

/** Maximum side of a stored picture in pixels: a small file can unpack to gigabytes in a viewer. */
export const maxImageSide = 4_096;

/** Whether a picture of this size may be stored. */
export const isStorableImageSize = ({ width, height }: ImageSize): boolean =>
  Math.min(width, height) >= 1 && Math.max(width, height) <= maxImageSide;

/** The declared size of a picture, in pixels; null if its first bytes do not have it. */
export function readImageSize(bytes: Uint8Array, kind: ImageKind): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readers[kind](view);
  } catch (error) {
    // The data ends before the size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const readers: Record<ImageKind, (view: DataView) => ImageSize | null> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
};

const text = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)));

/** The first chunk of a PNG is its header (W3C, PNG, 11.2.1). */
function pngSize(view: DataView): ImageSize | null {
  return text(view, 12, 4) === 'IHDR' ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
}

/** Markers without a length: fill bytes aside, TEM and the restart markers. */
const isWithoutLength = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** SOF0 to SOF15, without the three codes in between that have another meaning (ITU-T T.81, table B.1). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegSize(view: DataView): ImageSize | null {
  let at = 2;
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isWithoutLength(marker)) at += 2;
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // The image data begins, or the file ends, before any frame.
    else if (marker === 0xda || marker === 0xd9 || marker === 0x00) return null;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
}

/** Lossy, lossless or extended, by the first chunk (RFC 9649, section 2). */
function webpSize(view: DataView): ImageSize | null {
  const chunk = text(view, 12, 4);
  if (chunk === 'VP8 ') {
    const isKeyFrame = view.getUint8(23) === 0x9d && view.getUint8(24) === 0x01 && view.getUint8(25) === 0x2a;
    const side = (at: number) => view.getUint16(at, true) & 0x3fff;
    return isKeyFrame ? { width: side(26), height: side(28) } : null;
  }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return view.getUint8(20) === 0x2f ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 } : null;
  }
  if (chunk !== 'VP8X') return null;
  const side = (at: number) => (view.getUint16(at, true) | (view.getUint8(at + 2) << 16)) + 1;
  return { width: side(24), height: side(27) };
}
