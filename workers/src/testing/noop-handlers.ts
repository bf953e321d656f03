import { jobDefinitions } from '@ve/contracts/jobs';
import type { JobUseCasesByName } from '../job-context.ts';

/** A handler that does nothing for each job. */
export const noopHandlers = Object.fromEntries(
  Object.keys(jobDefinitions).map((name) => [name, () => Promise.resolve()]),
) as unknown as JobUseCasesByName;
