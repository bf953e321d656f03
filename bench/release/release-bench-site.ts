import { buildAll } from '@ve/build/build-all';
import { compressFiles, listFilesIn } from '@ve/build/release-files';
import { importRemoteContract, repositoryRoot } from '@ve/build/repository';
import { readJson, readLiveReleaseVersions, writeJson } from '@ve/build/release-store';
import { createTestDatabase } from '@ve/data/testing/test-database';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBff, type ServerProcess } from '../support/server-process.ts';

/** Runs a Node program. @throws Error with its output when it fails */
export function runNodeProgram(args: string[], env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: repositoryRoot,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${args.join(' ')} ended with ${String(code)}\n${output}`));
    });
  });
}

/** A running BFF whose releases are only in PostgreSQL, and a store from which versions of one remote are released. */
export interface ReleaseBenchmarkSite {
  bff: ServerProcess;
  /** Creates another built version of the remote. Returns it with its folder and files. */
  nextBuild: () => Promise<{ version: string; folder: string; files: string[] }>;
  release: (...flags: string[]) => Promise<string>;
  close: () => Promise<void>;
}

/**
 * Copies a build under a new version, which is written in many of its files; the fingerprint still matches the current
 * sources.
 */
async function anotherBuild(store: string, name: string) {
  const stampFile = join(store, '.stamps', `${name}.json`);
  const stamp = readJson(stampFile) as { version: string };
  const version = randomBytes(6).toString('hex');
  const folder = join(store, name, version);
  cpSync(join(store, name, stamp.version), folder, { recursive: true });
  for (const file of listFilesIn(folder)) {
    const path = join(folder, file);
    if (file.endsWith('.br')) rmSync(path);
    else if (/\.(c?js|json)$/.test(file)) {
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(stamp.version, version));
    }
  }
  await compressFiles(folder, 4);
  writeJson(stampFile, { ...stamp, version });
  return { version, folder, files: listFilesIn(folder) };
}

export async function startReleasePublishingBenchSite(name: string): Promise<ReleaseBenchmarkSite> {
  const built = join(repositoryRoot, '.cache/bench-store');
  await buildAll({ root: repositoryRoot, store: built, mode: 'production', contract: await importRemoteContract() });
  const folder = mkdtempSync(join(tmpdir(), 've-bench-release-'));
  const store = join(folder, 'store');
  mkdirSync(store);
  for (const part of ['.stamps', 'live.json', 'prerendered'])
    cpSync(join(built, part), join(store, part), { recursive: true });
  for (const [packageName, version] of Object.entries(readLiveReleaseVersions(built))) {
    cpSync(join(built, packageName, version), join(store, packageName, version), { recursive: true });
  }
  const database = await createTestDatabase();
  const tokensFile = join(folder, 'release-tokens.json');
  await runNodeProgram(['libs/app/dist/cli/prepare.js'], {
    DATABASE_URL: database.url,
    STORE_DIR: store,
    PREPARE_RELEASES: 'replace',
    RELEASE_TOKENS_FILE: tokensFile,
    NODE_ENV: 'development',
  });
  const token = (readJson(tokensFile) as Record<string, string>)[name] ?? '';
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const bff = await startBff(
    { DATABASE_URL: database.url, STORE_DIR: empty, RELEASE_CACHE_DIR: join(folder, 'cache') },
    '/readyz',
  );
  return {
    bff,
    nextBuild: () => anotherBuild(store, name),
    release: (...flags) =>
      runNodeProgram(['--conditions=source', 'libs/build/src/cli/release.ts', name, ...flags], {
        STORE_DIR: store,
        RELEASE_URL: bff.url,
        RELEASE_TOKEN: token,
      }),
    close: async () => {
      await bff.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
