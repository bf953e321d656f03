import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the layers of an image may add to its base, in bytes. */
const ownLayersLimit = 120e6;
const names = ['bff', 'workers', 'sandbox'];

/** @param {string} name */
const imageOf = (name) => `vehicle-enquiry-${name}`;

/**
 * Builds the images under a tag.
 * @param {import('./docker.mjs').DockerCommand} docker
 * @param {{ tag: string, signal: AbortSignal }} options
 */
export async function buildImages(docker, { tag, signal }) {
  for (const name of [...names, 'backup']) {
    const image = `${imageOf(name)}:${tag}`;
    // The host's network: a registry of packages may be reachable from there alone.
    const args = ['build', '--network=host', '--file', 'docker/Dockerfile', '--target', name, '--tag', image, '.'];
    await docker.run(args, { signal });
  }
}

/**
 * What the layers of each image add to its base.
 * @param {import('./docker.mjs').DockerCommand} docker
 * @param {string} tag
 * @returns {Promise<Array<{ name: string, bytes: number, tooLarge: boolean }>>}
 */
export async function measureImages(docker, tag) {
  const size = async (/** @type {string} */ image) =>
    Number(await docker.run(['image', 'inspect', '--format', '{{.Size}}', image]));
  const base = await size('node:26-slim');
  return Promise.all(
    names.map(async (name) => {
      const bytes = (await size(`${imageOf(name)}:${tag}`)) - base;
      return { name, bytes, tooLarge: name !== 'sandbox' && bytes > ownLayersLimit };
    }),
  );
}

/** The migration that version `number` adds. @param {number} number */
export const migrationOf = (number) => `9000-rehearsal-${String(number).padStart(2, '0')}`;

/** What a version adds to the compiled list of migrations: one for each version until it. @param {number} version */
const moreMigrations = (version) => `
import { Migration } from '@mikro-orm/migrations';
for (let number = 1; number <= ${version}; number += 1) {
  migrations.push({
    name: '9000-rehearsal-' + String(number).padStart(2, '0'),
    class: class extends Migration {
      up() {
        this.addSql('alter table vehicle_fetches add column rehearsal_' + number + ' integer not null default 0');
        this.addSql('alter table vehicles add column rehearsal_' + number + ' text');
      }
    },
  });
}
`;

/**
 * Makes the images of a later version out of those of `rehearsal-0`: the BFF's has one more migration, and every
 * container is renewed.
 * @param {import('./docker.mjs').DockerCommand} docker
 * @param {{ version: number, signal: AbortSignal }} options
 * @returns {Promise<string>} its tag
 */
export async function buildNextVersion(docker, { version, signal }) {
  const tag = `rehearsal-${version}`;
  const folder = mkdtempSync(join(tmpdir(), 've-rehearsal-'));
  const list = 'libs/data/dist/migrations/migrations.js';
  try {
    writeFileSync(join(folder, 'more.js'), moreMigrations(version));
    writeFileSync(
      join(folder, 'bff.Dockerfile'),
      `FROM ${imageOf('bff')}:rehearsal-0\nUSER root\nCOPY more.js /more.js\nRUN cat /more.js >> ${list}\nUSER node\n`,
    );
    writeFileSync(
      join(folder, 'workers.Dockerfile'),
      `FROM ${imageOf('workers')}:rehearsal-0\nLABEL rehearsal=${version}\n`,
    );
    for (const name of ['bff', 'workers']) {
      const args = ['--file', join(folder, `${name}.Dockerfile`), '--tag', `${imageOf(name)}:${tag}`, folder];
      await docker.run(['build', ...args], { signal });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  for (const name of ['backup', 'sandbox']) {
    await docker.run(['tag', `${imageOf(name)}:rehearsal-0`, `${imageOf(name)}:${tag}`]);
  }
  return tag;
}

/**
 * Removes the tags that a rehearsal made, except that of the build, which speeds up the next one.
 * @param {import('./docker.mjs').DockerCommand} docker
 * @param {number} versions
 */
export async function removeVersions(docker, versions) {
  for (let version = 1; version <= versions; version += 1) {
    const tags = [...names, 'backup'].map((name) => `${imageOf(name)}:rehearsal-${version}`);
    await docker.run(['image', 'rm', '--force', ...tags]);
  }
}
