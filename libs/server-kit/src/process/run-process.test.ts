import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./testing/process-under-test.ts', import.meta.url));
const children: ChildProcess[] = [];

const run = (env: Record<string, string>) => {
  const child = spawn(process.execPath, ['--conditions=source', script], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  });
  children.push(child);
  let text = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      for (const listener of listeners) listener();
    });
  }
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const untilLogged = (expected: string) =>
    new Promise<void>((resolve) => {
      const listener = () => {
        if (text.includes(expected)) resolve();
      };
      listeners.add(listener);
      listener();
    });
  return { child, exit, untilLogged, text: () => text };
};

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('runServerProcess', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'drains at %s and exits 0 even if the signal is sent twice',
    async (signal) => {
      const { child, exit, untilLogged, text } = run({ MODE: 'work', KEY: 'k' });
      await untilLogged('process_ready');
      child.kill(signal);
      await untilLogged('process_stopping');
      child.kill(signal);
      expect(await exit).toBe(0);
      expect(text()).toContain('drained');
    },
  );

  it('lists every configuration error and exits 1', async () => {
    const { exit, text } = run({ MODE: 'play', PORT: 'x' });
    expect(await exit).toBe(1);
    expect(text()).toContain('PORT must be a number');
    expect(text()).toContain('MODE must be one of');
    expect(text()).toContain('KEY is not set');
    expect(text()).not.toContain('    at ');
  });

  it.each([
    ['fail-to-start', 'no database at postgres'],
    ['throw-later', 'thrown later'],
    ['reject-later', 'rejected later'],
  ])('%s: logs the error and exits 1', async (MODE, message) => {
    const { exit, text } = run({ MODE, KEY: 'k', LOG_FORMAT: 'pretty' });
    expect(await exit).toBe(1);
    expect(text()).toContain(message);
  });

  it.each(['drain-late', 'fail-to-close'])('%s: exits 1 within the drain time', async (MODE) => {
    const { child, exit, untilLogged } = run({ MODE, KEY: 'k' });
    await untilLogged('process_ready');
    child.kill('SIGTERM');
    expect(await exit).toBe(1);
  });

  it('closes after it has drained, whose time does not count as that of closing', async () => {
    const { child, exit, untilLogged, text } = run({ MODE: 'work', KEY: 'k', DRAIN_SECONDS: '1' });
    await untilLogged('process_ready');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(text()).toMatch(/draining\n[\s\S]*drained\n/);
    expect(text()).not.toContain('process_drain_timed_out');
  });

  it('exits as soon as its standard input closes, if configured', async () => {
    const { child, exit, untilLogged } = run({ MODE: 'work', KEY: 'k', PARENT_PIPE: '1' });
    await untilLogged('process_ready');
    child.stdin?.end();
    expect(await exit).toBe(0);
  });

  it('keeps running otherwise', async () => {
    const { child, untilLogged, text, exit } = run({ MODE: 'work', KEY: 'k' });
    child.stdin?.end();
    await untilLogged('process_ready');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(text()).toContain('drained');
  });
});
