import type { Release } from '@ve/contracts/remote-manifest';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Live versions by name: the releases that a fresh database publishes. */
export type LiveVersionByName = Record<string, string>;

/** A release and the folder that holds its files. */
export interface StoredRelease {
  release: Release;
  folder: string;
}

export const toStoredRelease = (store: string, release: Release): StoredRelease => ({
  release,
  folder: join(store, release.name, release.version),
});

const livePath = (store: string): string => join(store, 'live.json');

/** The parsed JSON of a file, or null where it is missing or invalid. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Writes the file atomically: no reader sees a part of it. */
export function writeFileAtomically(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${String(process.pid)}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
}

export const writeJson = (file: string, value: unknown): void => {
  writeFileAtomically(file, `${JSON.stringify(value, null, 2)}\n`);
};

export function readLiveReleaseVersions(store: string): LiveVersionByName {
  const value = readJson(livePath(store));
  return typeof value === 'object' && value !== null ? (value as LiveVersionByName) : {};
}

/** Makes these versions live; other names stay as they are. */
export function writeLiveReleaseVersions(store: string, versions: LiveVersionByName): void {
  const before = readLiveReleaseVersions(store);
  const after = { ...before, ...versions };
  if (JSON.stringify(before) !== JSON.stringify(after)) writeJson(livePath(store), after);
}

/**
 * Moves a completed folder to its destination. An existing destination has the same files, because versions are hashes.
 */
export function moveCompletedFolder(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(from, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    rmSync(from, { recursive: true, force: true });
  }
}
