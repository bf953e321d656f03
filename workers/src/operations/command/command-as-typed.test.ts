import { expect, it } from '@jest/globals';
import { resolve } from 'node:path';
import { commandAsTyped } from './command-as-typed.ts';

it.each([
  ['workers/src/restore.command.ts', 'npm run after-restore --'],
  ['workers/dist/restore.command.js', 'node workers/dist/restore.command.js'],
])('names what can be run where %s was started', (file, command) => {
  expect(commandAsTyped('after-restore', resolve(file))).toBe(command);
});
