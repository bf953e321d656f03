import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arbitraryFullCheck, arbitraryVehicleRecord } from '../../testing/any-vehicle.ts';
import { everyCarViewingQuestions } from './every-car-items.ts';
import { viewingList } from './viewing-list.ts';

const today = '2026-11-21';
const leaked = /\bundefined\b|\bNaN\b|\bnull\b|Invalid|\[object/;

test('for any answers of the sources every item has its datum, every id is unique, and the lists are bounded', () => {
  fc.assert(
    fc.property(arbitraryVehicleRecord, fc.option(arbitraryFullCheck), (record, fullCheck) => {
      const list = viewingList({ record, fullCheck, today });
      const own = [...list.checks, ...list.questions].filter(({ of }) => of === 'this-car');
      expect(own.length).toBeLessThanOrEqual(10);
      // Items for every car are never displaced by those from its history.
      expect(list.checks.map(({ id }) => id)).toEqual(
        expect.arrayContaining(['vin', 'v5c', 'dial', 'panels', 'start', 'drive']),
      );
      expect(list.questions.map(({ id }) => id)).toEqual(
        expect.arrayContaining(everyCarViewingQuestions.map(({ id }) => `ask-${id}`)),
      );
      const sections = [record.licensing, record.testing, record.specification, fullCheck?.vdi];
      const items = [...list.checks, ...list.questions];
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      for (const { id, of, from, text, why } of items) {
        expect(id).toMatch(/^[a-z0-9-]{1,60}$/);
        // A Q plate is visible on the vehicle.
        if (of === 'this-car' && !id.endsWith('q-plate')) {
          expect(
            sections.filter((section) => section?.state === 'found' && section.source === from?.source),
          ).not.toEqual([]);
        }
        if (of === 'every-car') expect(from).toBeNull();
        for (const sentence of [text, why]) {
          expect(sentence.length).toBeGreaterThan(10);
          expect(sentence.length).toBeLessThan(700);
          expect(sentence).not.toMatch(leaked);
        }
      }
    }),
    { numRuns: 100 },
  );
});

test('the list is deterministic, and an id has the same meaning with and without a full check', () => {
  fc.assert(
    fc.property(arbitraryVehicleRecord, arbitraryFullCheck, (record, fullCheck) => {
      expect(viewingList({ record, fullCheck, today })).toEqual(
        viewingList({ record: structuredClone(record), fullCheck, today }),
      );
      const free = viewingList({ record, fullCheck: null, today });
      const full = viewingList({ record, fullCheck, today });
      const advised = (list: typeof free) =>
        list.checks.filter(({ id }) => id.startsWith('advised-')).map(({ id, why }) => `${id} ${why}`);
      const [less, more] = [advised(free), advised(full)].toSorted((a, b) => a.length - b.length);
      expect(more?.slice(0, less?.length)).toEqual(less);
    }),
    { numRuns: 20 },
  );
});
