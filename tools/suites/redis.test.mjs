import { expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { LauncherOutput } from '../output.mjs';
import { LauncherProcesses } from '../processes.mjs';
import { runCleanupSteps } from '../stack.mjs';
import { findProgram } from './find-program.mjs';
import { findRedis } from './redis.mjs';

const workshop = () => ({
  root: '',
  runtime: '',
  processes: new LauncherProcesses(),
  output: new LauncherOutput({ write: () => undefined }),
  signal: new AbortController().signal,
});

const answerOf = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(String(chunk));
    });
    socket.once('error', (error) => resolve(error.code));
  });

const program = findProgram(['redis-server', 'valkey-server']);
const withRedis = program ? test : test.skip;

withRedis('a private Redis answers to its password alone, and is gone after the clean-up', async () => {
  const given = process.env.REDIS_URL;
  delete process.env.REDIS_URL;
  const cleanup = [];
  try {
    const { url, from } = await findRedis(workshop(), cleanup);
    expect(from).toBe(`${program}, private`);
    const port = Number(new URL(url).port);
    expect(await answerOf(port)).toMatch(/^-NOAUTH/);
    await runCleanupSteps(cleanup);
    expect(await answerOf(port)).toBe('ECONNREFUSED');
  } finally {
    await runCleanupSteps(cleanup);
    if (given !== undefined) process.env.REDIS_URL = given;
  }
});

test('REDIS_URL is used as is', async () => {
  const given = process.env.REDIS_URL;
  process.env.REDIS_URL = 'redis://somewhere:6379';
  try {
    expect(await findRedis(workshop(), [])).toEqual({ url: 'redis://somewhere:6379', from: 'REDIS_URL' });
  } finally {
    if (given === undefined) delete process.env.REDIS_URL;
    else process.env.REDIS_URL = given;
  }
});
