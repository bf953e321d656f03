import type { EntityManager } from '@mikro-orm/postgresql';
import { advanceDelta, beginDelta, findUnreadDeltas, finishDelta } from '@ve/data/alerts/mot-delta.repository';
import { findWatchers } from '@ve/data/alerts/watch-state.repository';
import type { ChangedMotHistory, ListedMotFile, MotDeltasPort } from '@ve/providers/mot-history/mot-deltas.port';
import { keepLook } from './keep-look.ts';
import { testingAnswer, testingDays } from './look-registers.ts';

export interface ImportNeeds {
  fork: () => EntityManager;
  deltas: Pick<MotDeltasPort, 'list' | 'read'>;
  now: () => Date;
  /** Aborted when the process ends. */
  signal?: AbortSignal;
}

const batchSize = 500;

/**
 * Reads DVSA's files of changed histories that are not read yet, oldest first, and tells the members whose car is in them.
 * A missed day is caught up from the list. A file is dealt with in batches, each in a transaction with how far it is: a run
 * after a killed one goes on there. Two at once do the work twice, and tell once. Returns how many watched cars were found.
 * @throws Error when DVSA does not list its files; MotFileError when one cannot be read, after those before it were
 */
export const importDeltas = async (needs: ImportNeeds): Promise<number> => {
  const { fork, deltas, signal } = needs;
  let matched = 0;
  for (;;) {
    // Listed again for each file: an address works for five minutes.
    const listed = await deltas.list(signal);
    if (listed.state === 'unavailable') throw new Error(`DVSA did not list its files: ${listed.reason}`);
    const [next] = await findUnreadDeltas(fork(), listed.files);
    const file = listed.files.find(({ filename }) => filename === next?.filename);
    if (file === undefined) return matched;
    matched += await importDelta(needs, file);
  }
};

const importDelta = async ({ fork, deltas, now, signal }: ImportNeeds, file: ListedMotFile): Promise<number> => {
  const done = await beginDelta(fork(), file, now());
  let records = 0;
  let matched = 0;
  let batch: ChangedMotHistory[] = [];
  const flush = async (): Promise<void> => {
    matched += await fork().transactional((em) => keepBatch(em, file, batch, records, now()));
    batch = [];
  };
  for await (const record of deltas.read(file, signal)) {
    records += 1;
    if (records <= done) continue;
    batch.push(record);
    if (batch.length >= batchSize) await flush();
  }
  if (batch.length > 0) await flush();
  await finishDelta(fork(), file.filename, now());
  return matched;
};

/** Compares the watched cars of a batch, and records that the file is dealt with up to `records`. */
const keepBatch = async (
  em: EntityManager,
  { filename, madeAt }: ListedMotFile,
  batch: readonly ChangedMotHistory[],
  records: number,
  now: Date,
): Promise<number> => {
  const byRegistration = new Map(batch.map((record) => [record.registration, record]));
  const watchers = await findWatchers(em, [...byRegistration.keys()], { readBefore: madeAt, now });
  for (const { userId, registration } of watchers) {
    const history = byRegistration.get(registration)?.read();
    if (history === null || history === undefined) continue;
    const kept = { userId, aspect: 'testing', registration, everyDays: testingDays } as const;
    await keepLook(em, kept, { said: true, answer: testingAnswer(history, madeAt) }, { now, correlationId: 'alerts' });
  }
  const matched = new Set(watchers.map(({ registration }) => registration)).size;
  await advanceDelta(em, filename, { records, matched });
  return matched;
};
