import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { recordGlobalRegistrations, RealmState } from './realm-state.mjs';

const accessor = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
let state;
beforeEach(() => {
  globalThis.known = 'before';
  state = new RealmState();
});
afterEach(() => {
  state.restore();
  delete globalThis.known;
});

test('globals that a file sets, changes, deletes or locks are restored', () => {
  globalThis.unknown = 1;
  globalThis.known = 'after';
  delete globalThis.URL;
  Object.defineProperty(globalThis, 'queueMicrotask', { writable: false, enumerable: false });
  state.restore();
  expect(globalThis).not.toHaveProperty('unknown');
  expect(globalThis.known).toBe('before');
  expect(new URL('http://localhost/').hostname).toBe('localhost');
  expect(Object.getOwnPropertyDescriptor(globalThis, 'queueMicrotask')).toMatchObject({
    writable: true,
    enumerable: true,
  });
});

test('a global with a getter is restored after a file replaced it by a value', () => {
  expect(accessor.get).toBeInstanceOf(Function);
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: 'a stand-in' });
  state.restore();
  expect(Object.getOwnPropertyDescriptor(globalThis, 'navigator')).toEqual(accessor);
});

test('properties that a package registered stay, and replacements by a file do not', () => {
  const key = Symbol.for('a dispatcher of this test');
  Object.defineProperty(globalThis, key, { value: 'the package’s', writable: true, configurable: false });
  recordGlobalRegistrations();
  globalThis[key] = 'the test’s';
  state.restore();
  expect(globalThis[key]).toBe('the package’s');
});

test('a property under an unregistered symbol is removed with its file', () => {
  const key = Symbol('of a file');
  globalThis[key] = 1;
  state.restore();
  expect(key in globalThis).toBe(false);
});

test('the environment, working directory and exit of the process are restored', () => {
  const { exit, env } = process;
  const [folder, path] = [process.cwd(), env.PATH];
  env.OF_A_FILE = '1';
  delete env.PATH;
  process.chdir(realpathSync(tmpdir()));
  process.exit = () => undefined;
  state.restore();
  expect(env).not.toHaveProperty('OF_A_FILE');
  expect(env.PATH).toBe(path);
  expect(process.cwd()).toBe(folder);
  expect(process.exit).toBe(exit);
});

test('listeners that a file adds to the process are removed, those that it removed are restored, and those of exit stay', () => {
  const [kept, came, atEnd] = [() => 1, () => 2, () => 3];
  process.on('SIGUSR2', kept);
  const since = new RealmState();
  process.removeListener('SIGUSR2', kept);
  process.once('SIGUSR2', came).on('warning', came).on('exit', atEnd);
  since.restore();
  expect(process.listeners('SIGUSR2')).toEqual([kept]);
  expect(process.listeners('warning')).not.toContain(came);
  expect(process.listeners('exit')).toContain(atEnd);
  process.removeListener('SIGUSR2', kept).removeListener('exit', atEnd);
});
