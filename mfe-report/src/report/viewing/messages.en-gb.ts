import { formatDate } from '@ve/domain/kernel/time/format-date';
import { formatCountWithNoun as count } from '@ve/domain/kernel/text/phrases';
import { maxCarsWithViewingNotes } from './notes.ts';

const listed = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names);

const ticked = (done: number) => (done === 0 ? '' : ` (${done} ticked)`);

export const viewingMessages = {
  title: 'At the viewing',
  onlyEvery: 'Its record raises nothing special: this list is for any car.',
  checks: 'Look at',
  questions: 'Ask the seller',
  everyCar: 'For every car:',
  moreChecks: 'Also look at',
  moreQuestions: 'Also ask',
  more: (number: number, done: number) => `${number} more from this car’s record${ticked(done)}`,
  general: (number: number, done: number) => `${number} more that apply to every car${ticked(done)}`,
  awaited: (sources: readonly string[]) => `More may be added: ${listed(sources)} has not answered yet.`,
  lacking: (sources: readonly string[]) =>
    `${listed(sources)} did not answer, so ${sources.length === 1 ? 'its' : 'their'} records are not in this list.`,
  progress: (done: number, all: number) => `${done} of ${all} ticked.`,
  taken: (from: string, to: string) =>
    from === to
      ? `Notes taken on ${formatDate(from)}.`
      : `Notes taken on ${formatDate(from)}, last changed on ${formatDate(to)}.`,
  kept: `Ticks and notes stay in this browser and are never sent. It keeps those on the last ${maxCarsWithViewingNotes} cars. Once open, this page works offline: do not reload it.`,
  notSampled: 'This is the sample: what you tick and write here is not kept.',
  offline: {
    title: 'You are offline',
    kept: 'Ticks and notes stay in this browser. Keep this page open: it can’t be loaded offline.',
    unsavedText: 'You can continue. Keep this page open: it can’t be loaded offline.',
  },
  notRetained: {
    full: {
      title: 'Your latest notes are not kept',
      text: 'This browser’s storage is full. Before you close this page, delete the notes on another car, or print it.',
    },
    blocked: {
      title: 'Your notes are not kept',
      text: 'This browser stores nothing for this site. Print this page or copy them before you close it.',
    },
  },
  note: {
    add: 'Add a note',
    on: (what: string) => ` on: ${what}`,
    label: 'Note',
    fold: 'Other notes, and where they are kept',
    free: 'Other notes',
    freeHint: 'What the seller said, the tyres’ make, a scratch. Only you can read it.',
    tooLong: (over: number, most: number) =>
      `Too long by ${count(over, 'character', 'characters')}: only the first ${most.toLocaleString('en-GB')} are kept.`,
  },
  remove: {
    this: 'Delete the notes on this car',
    all: (others: number) => `Delete all notes, also on ${count(others, 'other car', 'other cars')}`,
    others: (others: number) => `Delete the notes on ${count(others, 'other car', 'other cars')}`,
    done: 'Deleted from this browser.',
    undo: 'Undo',
  },
} as const;
