import { cpSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * `node copy-live-releases.mjs from to` copies from a store what its live.json names. A store that several builds share
 * saves building what did not change, and has their earlier releases too.
 */
const [from = '', to = ''] = process.argv.slice(2);
const live = Object.entries(JSON.parse(readFileSync(join(from, 'live.json'), 'utf8')));
const pages = live.map(
  ([name, version]) => `prerendered/${live.find(([each]) => each === 'shell')?.[1]}/${name}/${version}`,
);
const files = globSync('*.json', { cwd: from });
for (const path of [...files, ...live.map((release) => release.join('/')), ...pages]) {
  if (globSync(path, { cwd: from }).length > 0) cpSync(join(from, path), join(to, path), { recursive: true });
}
