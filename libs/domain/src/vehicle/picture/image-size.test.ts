import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { detectImageKind, imageKinds } from './image-kind.ts';
import { readImageSize, isStorableImageSize, maxImageSide } from './image-size.ts';

const bytes = (hex: string) => Uint8Array.from(hex.match(/[0-9a-f]{2}/g) ?? [], (each) => Number.parseInt(each, 16));
const png = '89504e470d0a1a0a 0000000d 49484452 00000280 00000168 08020000 00';
const jpeg = 'ffd8 ffe0 0004 4a46 ffff c4 0004 0000 ffc2 000b 08 0168 0280 01 011100';
const webp = (chunk: string) => `52494646 ffffffff 57454250 ${chunk}`;

describe('the size of a picture', () => {
  test.each<[string, string]>([
    ['PNG', png],
    ['JPEG, past other segments and fill bytes', jpeg],
    ['lossy WebP', webp('56503820 00000000 000000 9d012a 8002 6801')],
    ['lossless WebP', webp('5650384c 00000000 2f 7fc25900 00')],
    ['extended WebP', webp('56503858 0a000000 00000000 7f0200 670100')],
  ])('%s', (_name, hex) => {
    const given = bytes(hex);
    const kind = detectImageKind(given);
    expect(kind === null ? null : readImageSize(given, kind)).toEqual({ width: 640, height: 360 });
  });

  test.each<[string, string]>([
    ['a PNG without its header', png.replace('49484452', '49444154')],
    ['a PNG that breaks off', png.slice(0, 40)],
    ['a JPEG without a frame', 'ffd8 ffda 0004 0000 ffc0'],
    ['a JPEG that breaks off', jpeg.slice(0, 30)],
    ['a JPEG of nonsense', 'ffd8 ff00 1234'],
    ['a WebP of another chunk', webp('414c5048 00000000 00000000 000000')],
  ])('%s: unknown', (_name, hex) => {
    const given = bytes(hex);
    const kind = detectImageKind(given);
    expect(kind).not.toBeNull();
    expect(kind === null ? null : readImageSize(given, kind)).toBeNull();
  });

  test('any bytes give a size or null, quickly', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...imageKinds), (given, kind) => {
        const size = readImageSize(given, kind);
        if (size !== null) expect(Number.isInteger(size.width) && Number.isInteger(size.height)).toBe(true);
      }),
    );
  });
});

test.each([
  [{ width: 1, height: 1 }, true],
  [{ width: maxImageSide, height: maxImageSide }, true],
  [{ width: maxImageSide + 1, height: 1 }, false],
  [{ width: 0, height: 100 }, false],
])('%p may be kept: %p', (size, keepable) => {
  expect(isStorableImageSize(size)).toBe(keepable);
});
