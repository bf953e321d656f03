import { join } from 'node:path';
import { canInstallPackages, installPackage, lastLineOf } from './apt.mjs';
import { findProgram, isExecutable } from './find-program.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * A Chromium for the end-to-end tests: CHROMIUM_PATH, else an installed one, else Playwright's own, else the
 * distribution's package where it can be installed.
 * @param {import('../build.mjs').Workshop} workshop
 * @returns {Promise<{ path: string, from: string } | { path: null, why: string }>}
 */
export async function findBrowser(workshop) {
  const given = process.env['CHROMIUM_PATH'];
  if (given)
    return isExecutable(given)
      ? { path: given, from: 'CHROMIUM_PATH' }
      : { path: null, why: `CHROMIUM_PATH is not a program: ${given}` };
  const installed = findProgram(names) ?? elsewhere.find(isExecutable);
  if (installed) return { path: installed, from: 'installed' };

  const own = await playwrightBrowser(workshop);
  if (own.path !== null) return { path: own.path, from: "Playwright's own" };
  if (!canInstallPackages())
    return { path: null, why: `no Chromium on PATH; ${own.why}; not root on Debian, so no package either` };
  const error = await installPackage(workshop, 'chromium');
  // Replaces Arial: the fallback font takes its metrics, so that a late web font does not move lines.
  if (error === null) await installPackage(workshop, 'fonts-liberation');
  const packaged = findProgram(names);
  if (packaged) return { path: packaged, from: 'package chromium' };
  return { path: null, why: `no Chromium on PATH; ${own.why}; ${error ?? 'the package contains none'}` };
}

/**
 * @param {import('../build.mjs').Workshop} workshop
 * @returns {Promise<{ path: string } | { path: null, why: string }>}
 */
async function playwrightBrowser({ root, runtime, processes, output, signal }) {
  const ask = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
  const answer = await processes.run({ command: runtime, args: ['-e', ask], cwd: root, signal });
  const path = lastLineOf(answer.tail);
  if (answer.code === 0 && isExecutable(path) && (await starts(path))) return { path };
  output.say("No Chromium on PATH: installing Playwright's own (playwright install chromium)…");
  const { code, tail, timedOut } = await processes.run({
    command: runtime,
    args: [join('node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'],
    cwd: root,
    signal,
    limitMs: 300_000,
  });
  if (timedOut) return { path: null, why: 'playwright install took longer than five minutes' };
  if (code !== 0) {
    const reason = tail.split('\n').find((line) => line.startsWith('Error:')) ?? lastLineOf(tail);
    return { path: null, why: `playwright install failed (${reason.replace('Error: ', '')})` };
  }
  if (isExecutable(path) && (await starts(path))) return { path };
  return { path: null, why: "Playwright's Chromium does not start here (system libraries missing)" };

  /** @param {string} program */
  async function starts(program) {
    return (await processes.run({ command: program, args: ['--version'], signal, limitMs: 20_000 })).code === 0;
  }
}
