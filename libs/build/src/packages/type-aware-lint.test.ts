import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { repositoryRoot as root } from '../repository.ts';

const floating = 'no-floating-promises';
const misused = 'no-misused-promises';
const exhaustive = 'switch-exhaustiveness-check';

const before = `
declare function work(): Promise<number>;
declare function takes(callback: () => void): void;
declare function takesOptions(options: { callback: () => void }): void;
declare const kind: 'a' | 'b';
`;
const examples: [code: string, refusedBy: string[]][] = [
  ['work();', [floating]],
  ['work().then(() => undefined);', [floating]],
  ['[1].map(async () => work());', [floating]],
  ['void work();', []],
  ['work().catch(() => undefined);', []],
  ['export const kept = [1].filter(async () => true);', [misused]],
  ['if (work()) takes(() => undefined);', [misused]],
  ['takesOptions({ callback: async () => undefined });', [misused]],
  ['export const callback: () => void = async () => undefined;', [misused]],
  ['takes(async () => undefined);', []],
  ["switch (kind) { case 'a': takes(() => undefined); }", [exhaustive]],
  ["switch (kind) { case 'a': break; default: break; }", []],
];

/** The rules that oxlint reports, for each example. */
let reported: string[][];
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 've-oxlint-'));
  try {
    const config = join(folder, '.oxlintrc.json');
    copyFileSync(join(root, '.oxlintrc.json'), config);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, types: [] } }));
    for (const [index, [code]] of examples.entries())
      writeFileSync(join(folder, `${index}.ts`), `${before}${code}\nexport {};\n`);
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/oxlint/bin/oxlint'), '-c', config, '-f', 'json', folder],
      { cwd: root, encoding: 'utf8' },
    );
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] };
    reported = examples.map((_example, index) =>
      diagnostics
        .filter(({ filename }) => basename(filename) === `${index}.ts`)
        .map(({ code }) => code.replace(/^typescript\((.*)\)$/, '$1')),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each(examples.map((example, index) => [...example, index] as const))('%s: %j', (_code, refusedBy, index) => {
  expect(reported[index]).toEqual(refusedBy);
});
