import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryVehicle } from '../../testing/any-vehicle.ts';
import { fullCheckFixture } from '../../testing/full-checks.ts';
import { vehicleRecordFixture } from '../../testing/vehicle-records.ts';
import { recordedBody } from './body-shape.ts';
import { picturePointsToCompare } from './picture-points-to-compare.ts';
import { detectImageKind } from './image-kind.ts';
import { vehiclePaintOf } from '../../full-check/vehicle-paint.ts';

describe('the body', () => {
  test.each([
    ['HATCHBACK', 'hatchback'],
    ['5 DOOR HATCHBACK', 'hatchback'],
    ['SALOON', 'saloon'],
    ['Sedan', 'saloon'],
    ['ESTATE', 'estate'],
    ['SUV', 'suv'],
    ['SPORTS UTILITY VEHICLE', 'suv'],
    ['LIGHT 4X4 UTILITY', 'suv'],
    ['MPV', 'mpv'],
    ['COUPE', 'coupe'],
    ['Coupé', 'coupe'],
    ['CONVERTIBLE', 'convertible'],
    ['CABRIOLET', 'convertible'],
    ['DOUBLE CAB PICK-UP', 'pickup'],
    ['PANEL VAN', 'van'],
    ['CAR DERIVED VAN', 'van'],
    ['MOTORCYCLE', 'motorcycle'],
    ['TAXI', null],
    ['HEARSE', null],
  ])('%s', (bodyStyle, shape) => {
    expect(recordedBody(vehicleRecordFixture({ specification: { bodyStyle } })).shape).toBe(shape);
  });

  test('two wheels without a recorded body are a motorcycle', () => {
    const record = vehicleRecordFixture({ specification: 'not-held', licensing: { wheelplan: '2 WHEEL' } });
    expect(recordedBody(record)).toMatchObject({ shape: 'motorcycle', source: 'DVLA' });
  });

  test('is unknown with the reason if no source has it', () => {
    const record = vehicleRecordFixture({ specification: 'not-held', licensing: { wheelplan: '2 AXLE RIGID BODY' } });
    expect(recordedBody(record)).toMatchObject({
      shape: null,
      value: null,
      why: 'UK Vehicle Data holds no record of this vehicle.',
    });
  });
});

describe('the paint', () => {
  const paint = (colour: string | null) =>
    vehiclePaintOf(
      vehicleRecordFixture({
        licensing: { colour },
        specification: { colour: null },
        testing: { primaryColour: null },
      }),
      null,
    );

  test.each([
    ['BLUE', '#2456a6', null],
    ['METALLIC BLUE', '#2456a6', null],
    ['GREEN/WHITE', null, /more than one colour/],
    ['Black and yellow', null, /more than one colour/],
    ['MULTICOLOURED', null, /^Several colours/],
    ['SILVER GREY', null, /do not know how/],
    ['Not Stated', null, /do not know how/],
  ])('%s', (name, fill, note) => {
    const found = paint(name);
    expect(found.fill).toBe(fill);
    if (note === null) expect(found.note).toBeNull();
    else expect(found.note).toMatch(note);
  });

  test('is unknown with the reason if it is not recorded', () => {
    expect(paint(null)).toMatchObject({ value: null, fill: null, why: expect.stringContaining('does not say') });
  });

  test('lists the earlier colours only after the full check', () => {
    const record = vehicleRecordFixture({
      licensing: { colour: 'RED' },
      specification: { colourChangeCount: 1, colourChanges: [{ previousColour: 'BLUE', date: '2020-05-01' }] },
    });
    expect(vehiclePaintOf(record, fullCheckFixture()).earlier).toEqual(['Blue until 1 May 2020']);
    expect(vehiclePaintOf(record, null).earlier).toEqual([]);
  });
});

test('the points to compare are plate, colour, body, doors, badge', () => {
  const points = picturePointsToCompare(
    vehicleRecordFixture({
      licensing: { make: 'FORD', colour: 'BLUE' },
      specification: { model: 'FOCUS ZETEC', doors: 5, bodyStyle: 'HATCHBACK' },
    }),
  );
  expect(points.map(({ label, value }) => [label, value])).toEqual([
    ['Plate', 'AB12 CDE'],
    ['Colour', 'Blue'],
    ['Body', 'Hatchback'],
    ['Doors', '5'],
    ['Badge', 'FORD FOCUS ZETEC'],
  ]);
});

test('paint is one of our own colours or null, for any registers’ data', () => {
  fc.assert(
    fc.property(arbitraryVehicle, ({ record, fullCheck }) => {
      expect(vehiclePaintOf(record, fullCheck).fill ?? '#ffffff').toMatch(/^#[0-9a-f]{6}$/);
      for (const { value, why } of picturePointsToCompare(record))
        expect(value !== null || (why ?? '') !== '').toBe(true);
    }),
  );
});

describe('the kind of an image', () => {
  const bytes = (...values: number[]) => Uint8Array.from(values);
  const text = (words: string) => new TextEncoder().encode(words);
  test.each<[string, Uint8Array, string | null]>([
    ['a JPEG', bytes(0xff, 0xd8, 0xff, 0xe0), 'image/jpeg'],
    ['a PNG', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0), 'image/png'],
    ['a WebP', text('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
    ['another RIFF', text('RIFF\0\0\0\0WAVEfmt '), null],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), null],
    ['HTML', text('<!doctype html>'), null],
    ['GIF', text('GIF89a'), null],
    ['too short', bytes(0xff, 0xd8), null],
    ['nothing', bytes(), null],
  ])('%s', (_name, given, kind) => {
    expect(detectImageKind(given)).toBe(kind);
  });
});
