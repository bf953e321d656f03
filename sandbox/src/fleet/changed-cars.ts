import type { PersistentStateFile } from '../persistent-state-file.ts';
import type { CarChanges } from './changed-car.ts';

/** To be increased with every change of `CarChanges`: a file of another format is set aside. */
const format = 1;

/** The cars that were changed on the control page, kept in a file if there is one. */
export interface CarChangesStore {
  get(registration: string): CarChanges | undefined;
  set(registration: string, moved: CarChanges): void;
  /** Resets the car to its plan, so that its dates follow the clock. */
  remove(registration: string): void;
  all(): readonly (readonly [string, CarChanges])[];
}

const isSaved = (value: unknown): value is { format: number; cars: Record<string, CarChanges> } =>
  typeof value === 'object' &&
  value !== null &&
  Reflect.get(value, 'format') === format &&
  typeof Reflect.get(value, 'cars') === 'object';

export function createCarChangesStore(file: PersistentStateFile | null = null): CarChangesStore {
  const before = file?.read();
  if (before !== undefined && !isSaved(before)) file?.setAside('it is of another version');
  const cars = new Map<string, CarChanges>(isSaved(before) ? Object.entries(before.cars) : []);
  file?.keep(() => JSON.stringify({ format, cars: Object.fromEntries(cars) }));
  return {
    get: (registration) => cars.get(registration),
    set: (registration, moved) => {
      cars.set(registration, moved);
      file?.changed();
    },
    remove: (registration) => {
      cars.delete(registration);
      file?.changed();
    },
    all: () => [...cars],
  };
}
