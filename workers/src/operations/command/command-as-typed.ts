import { relative } from 'node:path';

/**
 * The words with which a person starts this command again: its npm script from the sources; its built file in an image,
 * where there are no npm scripts.
 */
export const commandAsTyped = (npmScript: string, file: string): string =>
  file.endsWith('.ts') ? `npm run ${npmScript} --` : `node ${relative('', file)}`;
