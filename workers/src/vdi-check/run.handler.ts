import { UnrecoverableJobError } from '@ve/server-kit/queue/job-errors';
import type { Handler } from '../job-context.ts';

/** Full checks cannot be ordered yet, so no job can refer to one. */
export const runVdiCheck: Handler<'vdi-check.run'> = () =>
  Promise.reject(new UnrecoverableJobError('no vdi check with this id'));
