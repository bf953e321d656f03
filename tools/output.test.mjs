import { expect, test } from '@jest/globals';
import { LauncherOutput } from './output.mjs';

const captured = (isTTY, env = {}) => {
  const lines = [];
  return { lines, output: new LauncherOutput({ isTTY, write: (text) => lines.push(text) }, env) };
};

test('a JSON log record is shown as readable text, anything else unchanged', () => {
  const { lines, output } = captured(false);
  const say = output.prefixed('sandbox');
  say('{"level":"info","time":"x","name":"sandbox","msg":"ready","url":"http://127.0.0.1:3900"}');
  say('{"level":"error","msg":"no"}');
  say('{"level":');
  say('plain');
  expect(lines).toEqual([
    'sandbox  ready url=http://127.0.0.1:3900\n',
    'sandbox  ERROR: no\n',
    'sandbox  {"level":\n',
    'sandbox  plain\n',
  ]);
});

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
])('on a terminal %p with %p, the output is coloured: %p', (isTTY, env, coloured) => {
  const { lines, output } = captured(isTTY, env);
  output.prefixed('bff')('x');
  output.strong('x');
  expect(lines.join('').includes('\u001b[')).toBe(coloured);
});
