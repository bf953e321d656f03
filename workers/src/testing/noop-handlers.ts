import { jobs } from '@ve/contracts/jobs';
import type { Handlers } from '../job-context.ts';

/** A handler that does nothing for each job. */
export const noopHandlers = Object.fromEntries(
  Object.keys(jobs).map((name) => [name, () => Promise.resolve()]),
) as unknown as Handlers;
