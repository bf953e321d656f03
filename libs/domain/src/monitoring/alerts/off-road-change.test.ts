import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AlertFacts } from './alert.ts';
import { detectLicensingChanges, type LastKnownLicensing } from './compare-licensing.ts';
import {
  type ComparedSpecification,
  detectSpecificationChanges,
  type LastKnownSpecification,
} from './compare-specification.ts';

type Marked = boolean | null;
type Ukvd = Pick<
  ComparedSpecification,
  'scrapped' | 'dateScrapped' | 'certificateOfDestruction' | 'exported' | 'dateExported'
>;
const of = (markedForExport: Marked) => ({ taxStatus: null, taxDueDate: null, markedForExport });
const ukvd = (changes: Ukvd): ComparedSpecification => ({
  ...{ previousKeepers: null, lastKeeperChange: null, plateChangeCount: null, plateChanges: [] },
  ...changes,
});
const inUse: Ukvd = { scrapped: false, exported: false, certificateOfDestruction: false };
const departure = (facts: AlertFacts): string => (facts.kind === 'scrapped-or-exported' ? facts.state : facts.kind);

describe('the export marker', () => {
  test.each<[string, (Marked | 'earlier')[], string[]]>([
    ['set before the first check is not reported', [true, true], []],
    ['is reported once when it is set', [false, true, true], ['marked-for-export']],
    ['is reported after a response without it', [null, true], ['marked-for-export']],
    ['is kept if a response leaves it out', [false, true, null, true], ['marked-for-export']],
    ['is reported when it is removed', [true, false, false], ['neither']],
    [
      'is reported again when it is set again',
      [false, true, false, true],
      ['marked-for-export', 'neither', 'marked-for-export'],
    ],
    ['is not reported after a row of an earlier release', ['earlier', true, true], []],
  ])('%s', (_, answers, expectedFacts) => {
    let known: LastKnownLicensing | null = null;
    const events = answers.flatMap((answer) => {
      if (answer === 'earlier') {
        known = { taxStatus: 'Taxed', taxDueOn: null };
        return [];
      }
      const compared = detectLicensingChanges(known, of(answer));
      known = compared.known;
      return compared.events;
    });
    expect(events.map(departure)).toEqual(expectedFacts);
  });

  test('is reported together with the change of tax', () => {
    const { known } = detectLicensingChanges(null, { ...of(false), taxStatus: 'Taxed' });
    expect(detectLicensingChanges(known, { ...of(true), taxStatus: 'Untaxed' }).events.map(({ kind }) => kind)).toEqual(
      ['tax-status', 'scrapped-or-exported'],
    );
  });
});

describe('scrapping and export in UK Vehicle Data', () => {
  test.each<[string, Ukvd, object | null]>([
    ['nothing new', inUse, null],
    ['no data', {}, null],
    ['scrapped', { ...inUse, scrapped: true, dateScrapped: '2026-11-01' }, { state: 'scrapped', on: '2026-11-01' }],
    [
      'a certificate of destruction, regardless of the marker',
      { ...inUse, certificateOfDestruction: true },
      { state: 'scrapped', destroyed: true },
    ],
    ['a date without a marker', { dateScrapped: '2026-11-01' }, { state: 'scrapped', on: '2026-11-01' }],
    ['a date whose marker is false', { ...inUse, dateScrapped: '2026-11-01', dateExported: '2026-11-01' }, null],
    ['exported', { ...inUse, exported: true, dateExported: '2026-11-02' }, { state: 'exported', on: '2026-11-02' }],
    ['both: scrapped', { ...inUse, scrapped: true, exported: true }, { state: 'scrapped', on: null }],
  ])('%s', (_, changes, facts) => {
    const { known } = detectSpecificationChanges(null, ukvd(inUse));
    const compared = detectSpecificationChanges(known, ukvd(changes));
    const expected = { kind: 'scrapped-or-exported', on: null, destroyed: false, source: 'UKVD', ...facts };
    expect(compared.events).toEqual(facts === null ? [] : [expected]);
    expect(detectSpecificationChanges(compared.known, ukvd(changes)).events).toEqual([]);
    // A response without the entry does not remove it.
    expect(detectSpecificationChanges(compared.known, ukvd({})).events).toEqual([]);
    const back = detectSpecificationChanges(compared.known, ukvd(inUse)).events;
    expect(back.map(departure)).toEqual(facts === null ? [] : ['neither']);
  });

  test('is not reported by the first check, nor after a row of an earlier release', () => {
    const scrapped = ukvd({ ...inUse, scrapped: true });
    expect(detectSpecificationChanges(null, scrapped).events).toEqual([]);
    const earlier: LastKnownSpecification = { keepers: 1, keeperSince: null, plateChanges: 0, plateSince: null };
    const { known, events } = detectSpecificationChanges(earlier, scrapped);
    expect(events).toEqual([]);
    expect(detectSpecificationChanges(known, ukvd(inUse)).events.map(departure)).toEqual(['neither']);
  });
});

test('each change of the combined off-road status is reported once, in any order of the two registers’ responses', () => {
  const flag = fc.constantFrom<Marked>(true, false, null);
  const dvla = fc.record({ by: fc.constant('DVLA' as const), marked: flag });
  const other = fc.record({ by: fc.constant('UKVD' as const), scrapped: flag, exported: flag });
  fc.assert(
    fc.property(fc.array(fc.oneof(dvla, other), { maxLength: 30 }), (answers) => {
      let licensing = detectLicensingChanges(null, of(false)).known;
      let specification = detectSpecificationChanges(null, ukvd(inUse)).known;
      const present = { marked: false, scrapped: false, exported: false };
      let last = 'in use';
      for (const answer of answers) {
        let events: AlertFacts[];
        if (answer.by === 'DVLA') {
          present.marked = answer.marked ?? present.marked;
          ({ known: licensing, events } = detectLicensingChanges(licensing, of(answer.marked), specification));
        } else {
          present.scrapped = answer.scrapped ?? present.scrapped;
          present.exported = answer.exported ?? present.exported;
          ({ known: specification, events } = detectSpecificationChanges(specification, ukvd(answer), licensing));
        }
        const now = present.scrapped ? 'scrapped' : present.exported || present.marked ? 'exported' : 'in use';
        const statuses = events
          .map(departure)
          .map((state) => (state === 'neither' ? 'in use' : state.replace('marked-for-export', 'exported')));
        expect(statuses).toEqual(now === last ? [] : [now]);
        last = now;
      }
    }),
  );
});
