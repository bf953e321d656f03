import { crc32, deflateSync } from 'node:zlib';

const width = 640;
const height = 360;

type Colour = readonly [number, number, number];

const paints: Record<string, Colour> = {
  BLACK: [27, 27, 27],
  BLUE: [36, 86, 166],
  GREEN: [37, 107, 67],
  GREY: [122, 125, 128],
  RED: [179, 32, 42],
  SILVER: [192, 196, 200],
  WHITE: [250, 250, 250],
  YELLOW: [240, 197, 43],
};

const within = (x: number, y: number, [left, top, right, bottom]: readonly [number, number, number, number]): boolean =>
  x >= left && x < right && y >= top && y < bottom;

const inCircle = (x: number, y: number, [cx, cy, radius]: readonly [number, number, number]): boolean =>
  (x - cx) ** 2 + (y - cy) ** 2 < radius ** 2;

/** The colour of a pixel: an invented car on an invented road, with the sandbox's stripe. */
function colourAt(x: number, y: number, paint: Colour): Colour {
  if (y < 24 && (x + y) % 48 < 24) return [255, 211, 7];
  for (const wheel of [
    [170, 270, 44],
    [470, 270, 44],
  ] as const) {
    if (inCircle(x, y, [wheel[0], wheel[1], 20])) return [200, 200, 200];
    if (inCircle(x, y, wheel)) return [20, 20, 20];
  }
  const roof = 140 + Math.abs(x - 320) * 0.25;
  if (within(x, y, [230, 150, 410, 205]) && y > roof + 18 && Math.abs(x - 320) > 4) return [205, 220, 230];
  if (within(x, y, [200, 130, 440, 210]) && y > roof) return paint;
  if (within(x, y, [60, 205, 580, 275])) return paint;
  return y > 300 ? [110, 110, 110] : [225, 235, 240];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function drawCarPng(colour: string): Buffer {
  const paint = paints[colour.toUpperCase()] ?? [150, 150, 150];
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (width * 3 + 1) + 1 + x * 3;
      rows.set(colourAt(x, y, paint), at);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
