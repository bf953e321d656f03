import type { MailBuilder } from './letter.ts';

/** Of a template that nothing queues yet. */
export const buildNothing: MailBuilder = () => Promise.resolve({ skip: 'not-needed' });
