import fc from 'fast-check';
import { createFieldReader } from './field-reader.ts';
import { parseDay, parseFlag, parseInstant, parseNumber } from './parse-values.ts';

test.each([
  ['2019-05-20', '2019-05-20'],
  ['2019-05-20T00:00:00', '2019-05-20'],
  ['2019-05-20T23:59:59.9999999', '2019-05-20'],
  ['2019-05-20 00:00', '2019-05-20'],
  ['2012-05-30T23:00:00Z', '2012-05-31'],
  ['2012-12-30T23:00:00Z', '2012-12-30'],
  ['2012-05-31T00:00:00+01:00', '2012-05-31'],
  ['20/05/2019', '2019-05-20'],
  ['1/2/2012', '2012-02-01'],
  ['20/05/2019 00:00:00', '2019-05-20'],
  ['29/02/2024', '2024-02-29'],
  ['29/02/2023', null],
  ['2023-02-30', null],
  ['05/20/2019', null],
  ['20/05/19', null],
  ['0001-01-01T00:00:00', null],
  ['9999-12-31', null],
  ['2019-05', null],
  ['yesterday', null],
  ['2019-05-20; drop', null],
])('parses the day of %p as %p', (written, day) => {
  expect(parseDay(written)).toBe(day);
});

test.each([
  ['2023-10-12T14:22:31.000Z', '2023-10-12T14:22:31.000Z'],
  ['2023-10-12T14:22:31+01:00', '2023-10-12T13:22:31.000Z'],
  ['2023-10-12T14:22:31', '2023-10-12T14:22:31.000Z'],
  ['2023-10-12', null],
  ['2023-02-30T00:00:00Z', null],
  ['2023-10-12T25:00:00Z', null],
])('parses the instant of %p as %p', (written, instant) => {
  expect(parseInstant(written)).toBe(instant);
});

test.each([
  ['1999', 1999],
  ['1,999', 1999],
  ['10.5', 10.5],
  ['£195.00', 195],
  ['-3', -3],
  ['', null],
  ['1e9', null],
  ['12 mi', null],
  ['0x10', null],
  ['Infinity', null],
])('parses the number of %p as %p', (written, value) => {
  expect(parseNumber(written)).toBe(value);
});

test.each([
  ['Yes', true],
  ['TRUE', true],
  ['1', true],
  ['n', false],
  ['false', false],
  ['0', false],
  ['maybe', null],
])('parses the flag of %p as %p', (written, value) => {
  expect(parseFlag(written)).toBe(value);
});

test('every day of two centuries is parsed in every format', () => {
  const days = fc.date({ min: new Date('1880-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const iso = date.toISOString().slice(0, 10);
      const [year, month, day] = iso.split('-');
      expect([parseDay(iso), parseDay(`${iso}T00:00:00`), parseDay(`${day}/${month}/${year}`)]).toEqual([
        iso,
        iso,
        iso,
      ]);
    }),
  );
});

test('absent, null, blank and withheld fields are null without a note; invalid ones note their path, not their value', () => {
  const notes: string[] = [];
  const fields = createFieldReader(
    {
      none: null,
      blank: '  ',
      withheld: 'LICENSE_RESTRICTED',
      colour: ['RED'],
      seats: '5000',
      below: { flag: 'AB12CDE' },
    },
    notes,
    { withheld: /^LICENSE_RESTRICTED$/ },
  );
  expect([fields.text('none'), fields.text('blank'), fields.text('withheld'), fields.text('toString')]).toEqual(
    Array(4).fill(null),
  );
  expect(notes).toEqual([]);
  expect([fields.text('colour'), fields.whole('seats', 0, 500), fields.object('below').flag('flag')]).toEqual(
    Array(3).fill(null),
  );
  expect(createFieldReader({ euro: 6 }, notes).text('euro')).toBe('6');
  expect(notes).toEqual(['colour: unreadable', 'seats: unreadable', 'below.flag: unreadable']);
});

test('text is returned in a form that Postgres can store', () => {
  const fields = createFieldReader({ make: 'FO\u0000RD\ud83d', text: 'Worn \u0000 \u{1f697}' }, []);
  expect([fields.text('make'), fields.cutText('text', 8)]).toEqual(['FO\ufffdRD\ufffd', 'Worn \ufffd \ufffd']);
});
