import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file that only its owner may read. To a new file that is then renamed: it is never half-written, and 0600 even
 * where the old one had other permissions.
 */
export const writeOwnerOnlyJson = async (file: string, value: unknown): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
};
