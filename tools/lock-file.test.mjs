import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningInstanceUrl, acquireLock } from './lock-file.mjs';

let folder;
let file;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 've-lock-'));
  file = join(folder, 'data/start.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a second launcher is rejected, with the URL of the first', () => {
  const lock = acquireLock(file);
  expect(() => acquireLock(file)).toThrow(/already running and is just starting \(process \d+\)/);
  expect(runningInstanceUrl(file)).toBeNull();
  lock.setUrl('http://localhost:3000');
  expect(() => acquireLock(file)).toThrow(/already running at http:\/\/localhost:3000/);
  expect(runningInstanceUrl(file)).toBe('http://localhost:3000');
  lock.release();
  expect(runningInstanceUrl(file)).toBeNull();
  acquireLock(file).release();
  expect(readdirSync(join(folder, 'data'))).toEqual([]);
});

const url = 'http://localhost:3000';
test.each([
  ['of a process that is gone', () => JSON.stringify({ pid: spawnSync('true').pid, born: null, url })],
  ['whose number another process has now', () => JSON.stringify({ pid: process.pid, born: 'another boot 1', url })],
  ['cut short by a crash', () => '{"pid":'],
])('a lock %s has no URL, and is taken over', (_what, content) => {
  acquireLock(file).release();
  writeFileSync(file, content());
  expect(runningInstanceUrl(file)).toBeNull();
  const lock = acquireLock(file);
  expect(JSON.parse(readFileSync(file, 'utf8')).pid).toBe(process.pid);
  lock.release();
  expect(existsSync(file)).toBe(false);
});
