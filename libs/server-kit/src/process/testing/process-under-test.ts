import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { drainSecondsConfigField, serverProcessConfigFields } from '../../config/process-fields.ts';
import { readConfig } from '../../config/read-config.ts';
import { runServerProcess } from '../run-process.ts';

const schema = z.object({
  ...serverProcessConfigFields(0),
  DRAIN_SECONDS: drainSecondsConfigField(),
  MODE: z.enum(['work', 'drain-late', 'fail-to-close', 'throw-later', 'reject-later', 'fail-to-start']),
  KEY: z.string(),
});

await runServerProcess({
  name: 'under-test',
  config: () => readConfig(schema, process.env),
  drainMs: 1_000,
  start: async ({ MODE, DRAIN_SECONDS }) => {
    if (MODE === 'fail-to-start') throw new Error('no database at postgres');
    if (MODE === 'throw-later')
      setTimeout(() => {
        throw new Error('thrown later');
      }, 20);
    if (MODE === 'reject-later') setTimeout(() => void Promise.reject(new Error('rejected later')), 20);
    const alive = setInterval(() => undefined, 1_000);
    await pause(1);
    return {
      url: 'http://127.0.0.1:1',
      drain: async () => {
        process.stdout.write('draining\n');
        await pause(DRAIN_SECONDS * 1_000);
      },
      close: async () => {
        if (MODE === 'drain-late') await new Promise(() => undefined);
        if (MODE === 'fail-to-close') throw new Error('stuck');
        await pause(50);
        process.stdout.write('drained\n');
        clearInterval(alive);
      },
    };
  },
});
