import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./testing/process-under-test.ts', import.meta.url));
const children: ChildProcess[] = [];

const run = (env: Record<string, string>) => {
  const child = spawn(process.execPath, ['--conditions=source', script], { env: { PATH: process.env.PATH, ...env } });
  children.push(child);
  let text = '';
  const heard = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      for (const hear of heard) hear();
    });
  }
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const says = (words: string) =>
    new Promise<void>((resolve) => {
      const hear = () => {
        if (text.includes(words)) resolve();
      };
      heard.add(hear);
      hear();
    });
  return { child, exit, says, text: () => text };
};

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

describe('runProcess', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'drains at %s and exits 0 even if the signal is sent twice',
    async (signal) => {
      const { child, exit, says, text } = run({ MODE: 'work', KEY: 'k' });
      await says('"ready"');
      child.kill(signal);
      await says('stopping');
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
  ])('%s: logs the error and exits 1', async (MODE, words) => {
    const { exit, text } = run({ MODE, KEY: 'k', LOG_FORMAT: 'pretty' });
    expect(await exit).toBe(1);
    expect(text()).toContain(words);
  });

  it.each(['drain-late', 'fail-to-close'])('%s: exits 1 within the drain time', async (MODE) => {
    const { child, exit, says } = run({ MODE, KEY: 'k' });
    await says('"ready"');
    child.kill('SIGTERM');
    expect(await exit).toBe(1);
  });

  it('exits as soon as its standard input closes, if configured', async () => {
    const { child, exit, says } = run({ MODE: 'work', KEY: 'k', PARENT_PIPE: '1' });
    await says('"ready"');
    child.stdin?.end();
    expect(await exit).toBe(0);
  });

  it('keeps running otherwise', async () => {
    const { child, says, text, exit } = run({ MODE: 'work', KEY: 'k' });
    child.stdin?.end();
    await says('"ready"');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(text()).toContain('drained');
  });
});
