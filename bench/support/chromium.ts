import { execFileSync } from 'node:child_process';

/** The path of the machine's Chromium: `CHROMIUM_PATH`, else the first on the PATH. Throws when there is none. */
export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH ?? '';
  if (named !== '') return named;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {
      continue;
    }
  }
  throw new Error('No Chromium: set CHROMIUM_PATH');
}
