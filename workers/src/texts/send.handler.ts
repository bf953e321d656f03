import { JobHeldError } from '@ve/server-kit/queue/job-errors';
import type { Handler } from '../job-context.ts';

/** This release knows no vendor of texts: each waits for one that does. */
export const sendText: Handler<'texts.send'> = () => Promise.reject(new JobHeldError('no vendor of texts', 60_000));
