import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import type { FullCheck } from '@ve/domain/vehicle/record/full-check';
import { sampleFullCheck } from '@ve/domain/full-check/sample-full-check';
import { sampleRecord } from '@ve/domain/vehicle/record/sample-record';
import type { VehicleRecord } from '@ve/domain/vehicle/record/vehicle-record';
import { vehicleRecordFixture } from '@ve/domain/testing/vehicle-records';
import { formatDate } from '@ve/domain/kernel/time/format-date';
import { londonDate } from '@ve/domain/kernel/time/london-date';
import { renderPage } from '@ve/mfe-kit/testing';
import { installFakeNetwork } from '@ve/mfe-kit/testing-network';
import axe from 'axe-core';
import { recordWithPendingSources, fixtureToday } from '../../testing/fetches.ts';
import { unfoldAllDetails } from '../../testing/unfold.ts';
import { type ReportKind, ReportKindContext } from '../kind/report-kind.ts';
import {
  applyViewingNotesChange,
  type ViewingNotesOfCar,
  formatViewingNotes,
  maxCarsWithViewingNotes,
  maxWholeCarNoteLength,
  maxViewingNoteLength,
  parseViewingNotes,
} from './notes.ts';
import { ViewingSection } from './viewing-section.tsx';

const network = installFakeNetwork();
const key = 'viewing-notes';
const bad = { ...sampleRecord(fixtureToday), registration: 'AB12CDE' };
const badCheck = sampleFullCheck(fixtureToday);
const day = formatDate(londonDate(new Date()));

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (record: VehicleRecord = bad, fullCheck: FullCheck | null = badCheck, kind: ReportKind = 'live') => {
  const page = renderPage(
    <ReportKindContext value={kind}>
      <ViewingSection record={record} fullCheck={fullCheck} today={fixtureToday} />
    </ReportKindContext>,
  );
  unfoldAllDetails();
  return page;
};
const checks = () => within(screen.getByRole('list', { name: 'Look at' }));
const box = (name: RegExp) => screen.getByRole('checkbox', { name });
const storedCars = () => parseViewingNotes(localStorage.getItem(key));
const setOnline = (isOnline: boolean) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
};

describe('the list', () => {
  test('shows the reason and the source of each item', async () => {
    const { container } = open();
    const [first] = checks().getAllByRole('listitem');
    expect(first).toHaveTextContent(/on a ramp/);
    expect(first).toHaveTextContent(/An insurer wrote it off on 1 July 2024, category S/);
    expect(box(/on a ramp/)).toHaveAccessibleDescription(/^An insurer wrote it off/);
    expect(first).toHaveTextContent(/structural damage\)\. UK Vehicle Data/);
    expect(screen.getByText(/^UK Vehicle Data, as of/)).toHaveTextContent('1 June 2026');
    expect(screen.getByRole('list', { name: 'Ask the seller' })).toHaveTextContent(/Ask who repaired it/);
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  });

  test('of a car without data has the items for every car, and names the missing sources', () => {
    open(vehicleRecordFixture({ licensing: 'timeout', testing: 'not-held', specification: 'timeout' }), null);
    expect(screen.getByText(/this list is for any car/)).toBeVisible();
    expect(screen.getByText(/^DVLA and UK Vehicle Data did not answer, so their records/)).toBeVisible();
    expect(checks().getAllByText(/^For every car:/)).toHaveLength(8);
  });

  test('shows the items of its own record, folds those for every car, and shows how many of those are ticked', async () => {
    const { user } = open();
    for (const item of checks().getAllByRole('listitem')) expect(item).not.toHaveTextContent(/^For every car:/);
    const summary = screen.getByText(/^\d+ more that apply to every car$/);
    const fold = summary.closest('details');
    const [first] = within(fold!).getAllByRole('checkbox');
    await user.click(first!);
    expect(summary).toHaveTextContent(/^\d+ more that apply to every car \(1 ticked\)$/);
  });

  test('shows what is still pending', () => {
    open(recordWithPendingSources(['DVSA']), null);
    expect(screen.getByText('More may be added: DVSA has not answered yet.')).toBeVisible();
  });
});

describe('ticks and notes', () => {
  test('are stored in this browser with their day, are restored, and are never sent', async () => {
    const { user, unmount } = open();
    await user.click(box(/on a ramp/));
    const [first] = checks().getAllByRole('listitem');
    await user.click(within(first!).getByRole('button', { name: /^Add a note/ }));
    const note = screen.getByRole('textbox', { name: /^Note on: Have it put on a ramp/ });
    expect(note).toHaveFocus();
    await user.type(note, 'Welds by the boot');
    await user.type(screen.getByRole('textbox', { name: 'Other notes' }), 'Wants £5,000');
    expect(screen.getByText(/^1 of \d+ ticked/)).toBeVisible();
    expect(screen.getByText(new RegExp(`Notes taken on ${day}\\.`))).toBeVisible();
    unmount();
    open();
    expect(box(/on a ramp/)).toBeChecked();
    // The question about the same item is separate.
    expect(box(/Ask who repaired it/)).not.toBeChecked();
    expect(screen.getByRole('textbox', { name: /^Note on: Have it put/ })).toHaveValue('Welds by the boot');
    expect(screen.getByRole('textbox', { name: 'Other notes' })).toHaveValue('Wants £5,000');
    expect(screen.getByText('Welds by the boot', { selector: '[data-print-note]' })).toBeInTheDocument();
    expect(network.calls).toEqual([]);
  });

  test('of another car stay, and those of this one, or all, are deleted and restored', async () => {
    const other = applyViewingNotesChange([], {
      registration: 'FN15FNC',
      change: { kind: 'free', text: 'blue' },
      today: fixtureToday,
    });
    localStorage.setItem(
      key,
      formatViewingNotes(
        applyViewingNotesChange(other, {
          registration: 'AB12CDE',
          change: { kind: 'free', text: 'green' },
          today: fixtureToday,
        }),
      ) ?? '',
    );
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Delete the notes on this car' }));
    expect(storedCars().map(({ registration }) => registration)).toEqual(['FN15FNC']);
    expect(screen.getByText('Deleted from this browser.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('textbox', { name: 'Other notes' })).toHaveValue('green');
    expect(screen.getByRole('button', { name: 'Delete the notes on this car' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Delete all notes, also on 1 other car' }));
    expect(localStorage.getItem(key)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(storedCars()).toHaveLength(2);
  });

  test('that are too long are cut with a message, and the input stays in view', async () => {
    const { user } = open();
    const free = screen.getByRole('textbox', { name: 'Other notes' });
    await user.click(free);
    await user.paste('x'.repeat(maxWholeCarNoteLength + 3));
    expect(screen.getByText('Too long by 3 characters: only the first 2,000 are kept.')).toBeVisible();
    expect(free).toHaveValue('x'.repeat(maxWholeCarNoteLength + 3));
    expect(storedCars()[0]?.free).toHaveLength(maxWholeCarNoteLength);
    await user.keyboard('{Backspace}{Backspace}{Backspace}');
    expect(screen.queryByText(/Too long/)).toBeNull();
    expect(free).toHaveValue('x'.repeat(maxWholeCarNoteLength));
  });

  test.each([
    ['QuotaExceededError', 'Your latest notes are not kept'],
    ['SecurityError', 'Your notes are not kept'],
  ])('%s: shows that they are not stored, and still works', async (name, title) => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', name);
    });
    const { user } = open();
    await user.click(box(/on a ramp/));
    expect(screen.getByRole('alert')).toHaveTextContent(title);
    expect(box(/on a ramp/)).toBeChecked();
    jest.restoreAllMocks();
    await user.click(box(/Ask who repaired it/));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(storedCars()[0]?.ticked).toEqual(['written-off', 'ask-written-off']);
  });

  test('work without a connection, which is shown', async () => {
    const { user } = open();
    setOnline(false);
    expect(screen.getByText('You are offline')).toBeVisible();
    await user.click(box(/on a ramp/));
    expect(storedCars()[0]?.ticked).toEqual(['written-off']);
    setOnline(true);
    expect(screen.queryByText('You are offline')).toBeNull();
  });

  test('of another tab appear', () => {
    open();
    localStorage.setItem(
      key,
      formatViewingNotes(
        applyViewingNotesChange([], {
          registration: 'AB12CDE',
          change: { kind: 'tick', id: 'written-off', on: true },
          today: fixtureToday,
        }),
      ) ?? '',
    );
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
    expect(box(/on a ramp/)).toBeChecked();
  });

  test('of the sample are not stored', async () => {
    const { user } = open(sampleRecord(fixtureToday), badCheck, 'sample');
    expect(screen.getByText(/what you tick and write here is not kept/)).toBeVisible();
    await user.click(box(/on a ramp/));
    expect(box(/on a ramp/)).toBeChecked();
    expect(localStorage.length).toBe(0);
    expect(screen.queryByText(/, as of/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  });
});

describe('stored notes', () => {
  const car: ViewingNotesOfCar = {
    registration: 'AB12CDE',
    takenOn: fixtureToday,
    changedOn: fixtureToday,
    ticked: ['dial'],
    notes: [{ id: 'vin', text: 'ok' }],
    free: 'free',
  };
  const stored = (...cars: unknown[]) => JSON.stringify({ version: 1, cars });

  test.each<[string, string | null]>([
    ['nothing', null],
    ['no JSON', '{"version":1,"cars":['],
    ['another version', JSON.stringify({ version: 2, cars: [car] })],
    ['no list', JSON.stringify({ version: 1, cars: { length: 1 } })],
    ['a prototype', '{"version":1,"cars":[{"__proto__":{"registration":"AB12CDE"}}]}'],
    ['markup for a registration', stored({ ...car, registration: '<img src=x>' })],
    ['a note of a megabyte', stored({ ...car, free: 'x'.repeat(1_000_000) })],
    ['a thousand ticks', stored({ ...car, ticked: Array.from({ length: 1_000 }, (_, index) => `a${index}`) })],
    ['a day that is none', stored({ ...car, takenOn: 'yesterday' })],
    ['numbers for notes', stored({ ...car, notes: [1, 2] })],
  ])('%s: are read as none, and the page works', async (_name, text) => {
    expect(parseViewingNotes(text)).toEqual([]);
    if (text !== null) localStorage.setItem(key, text);
    const { user } = open();
    await user.click(box(/on a ramp/));
    expect(storedCars().map(({ ticked }) => ticked)).toEqual([['written-off']]);
  });

  test('are dropped one by one when invalid; markup in a note is text', () => {
    localStorage.setItem(
      key,
      stored({ ...car, free: '<img src=x onerror=alert(1)>' }, { ...car, registration: 'FN15FNC', free: 7 }, 'x'),
    );
    expect(storedCars()).toHaveLength(1);
    const { container } = open();
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByText('<img src=x onerror=alert(1)>', { selector: '[data-print-note]' })).toBeInTheDocument();
  });

  test('are limited to the cars that were changed last', () => {
    let cars: ViewingNotesOfCar[] = [];
    for (let index = 0; index < maxCarsWithViewingNotes + 3; index += 1) {
      cars = applyViewingNotesChange(cars, {
        registration: `AB${index}`,
        change: { kind: 'note', id: 'vin', text: 'x'.repeat(maxViewingNoteLength + 1) },
        today: fixtureToday,
      });
    }
    expect(cars).toHaveLength(maxCarsWithViewingNotes);
    expect(cars[0]).toMatchObject({ registration: `AB${maxCarsWithViewingNotes + 2}` });
    expect(cars[0]?.notes[0]?.text).toHaveLength(maxViewingNoteLength);
    expect(parseViewingNotes(formatViewingNotes(cars))).toEqual(cars);
    const emptied = applyViewingNotesChange(cars.slice(0, 1), {
      registration: `AB${maxCarsWithViewingNotes + 2}`,
      change: { kind: 'note', id: 'vin', text: '' },
      today: fixtureToday,
    });
    expect(formatViewingNotes(emptied)).toBeNull();
  });
});
