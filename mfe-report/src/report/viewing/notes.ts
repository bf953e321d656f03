import * as z from 'zod/mini';

/** The maximum number of characters of a note on one item. */
export const maxViewingNoteLength = 500;
/** The maximum number of characters of the notes on the whole car. */
export const maxWholeCarNoteLength = 2_000;
/** The maximum number of cars with notes; the least recently changed are dropped. */
export const maxCarsWithViewingNotes = 8;
/** More than a car's list is long, since its items can change. */
const maxNoteItems = 60;

const id = z.string().check(z.regex(/^[a-z0-9-]{1,60}$/));
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const text = (max: number) => z.string().check(z.maxLength(max));

const carSchema = z.object({
  registration: z.string().check(z.regex(/^[A-Z0-9]{1,8}$/)),
  /** The London days on which its notes were started and last changed. */
  takenOn: day,
  changedOn: day,
  ticked: z.array(id).check(z.maxLength(maxNoteItems)),
  notes: z.array(z.object({ id, text: text(maxViewingNoteLength) })).check(z.maxLength(maxNoteItems)),
  free: text(maxWholeCarNoteLength),
});

const storedSchema = z.object({ version: z.literal(1), cars: z.array(z.unknown()) });

/** The ticks and notes of a buyer on one car. */
export type ViewingNotesOfCar = z.infer<typeof carSchema>;

/** Parses the notes in a stored text, the latest first; drops invalid ones. */
export function parseViewingNotes(stored: string | null): ViewingNotesOfCar[] {
  const read = storedSchema.safeParse(jsonOf(stored));
  if (!read.success) return [];
  const known = new Map<string, ViewingNotesOfCar>();
  for (const each of read.data.cars.slice(0, maxCarsWithViewingNotes)) {
    const car = carSchema.safeParse(each);
    if (car.success && !known.has(car.data.registration)) known.set(car.data.registration, car.data);
  }
  return [...known.values()];
}

function jsonOf(stored: string | null): unknown {
  try {
    return JSON.parse(stored ?? 'null');
  } catch {
    return null;
  }
}

/** The text to store; null if there are no notes. */
export const formatViewingNotes = (cars: readonly ViewingNotesOfCar[]): string | null =>
  cars.length === 0 ? null : JSON.stringify({ version: 1, cars: cars.slice(0, maxCarsWithViewingNotes) });

export type ViewingNotesChange =
  | { kind: 'tick'; id: string; on: boolean }
  | { kind: 'note'; id: string; text: string }
  | { kind: 'free'; text: string };

/** The notes after a change on a day, the changed car first; a car without notes is dropped. Longer texts are cut. */
export function applyViewingNotesChange(
  cars: readonly ViewingNotesOfCar[],
  { registration, change, today }: { registration: string; change: ViewingNotesChange; today: string },
): ViewingNotesOfCar[] {
  const blank = { registration, takenOn: today, changedOn: today, ticked: [], notes: [], free: '' };
  const before: ViewingNotesOfCar = cars.find((car) => car.registration === registration) ?? blank;
  const after = { ...applied(before, change), changedOn: today };
  const others = cars.filter((car) => car.registration !== registration);
  const isEmpty = after.ticked.length === 0 && after.notes.length === 0 && after.free === '';
  return isEmpty ? others : [after, ...others].slice(0, maxCarsWithViewingNotes);
}

function applied(car: ViewingNotesOfCar, change: ViewingNotesChange): ViewingNotesOfCar {
  switch (change.kind) {
    case 'tick': {
      const others = car.ticked.filter((each) => each !== change.id);
      return { ...car, ticked: change.on ? [...others, change.id].slice(-maxNoteItems) : others };
    }
    case 'note': {
      const others = car.notes.filter((each) => each.id !== change.id);
      const note = { id: change.id, text: change.text.slice(0, maxViewingNoteLength) };
      return { ...car, notes: note.text === '' ? others : [...others, note].slice(-maxNoteItems) };
    }
    case 'free':
      return { ...car, free: change.text.slice(0, maxWholeCarNoteLength) };
  }
}
