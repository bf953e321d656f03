import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = resolve(dirname(fileURLToPath(import.meta.url)), '../../../docs/adr');

test('each decision has a number of its own, which its title says too', () => {
  const files = globSync('*.md', { cwd: folder }).map((file) => basename(file));
  const numbers = files.map((file) => Number(file.slice(0, 4))).toSorted((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
  for (const file of files) {
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. `));
  }
});
