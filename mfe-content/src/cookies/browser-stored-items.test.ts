import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type BrowserStorageKind, browserStoredItems } from './browser-stored-items.ts';

const root = join(import.meta.dirname, '../../..');

/** The source files of the folders that are shipped. */
function codeOf(folders: readonly string[]): { file: string; text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|examples)\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.includes('/testing/'))
      .map((file) => ({ file: relative(root, file), text: readFileSync(file, 'utf8') })),
  );
}

const webFolders = [
  'shell/src',
  'libs/mfe-kit/src',
  'libs/ui/src',
  ...readdirSync(root)
    .filter((name) => name.startsWith('mfe-'))
    .map((name) => `${name}/src`),
];
const web = codeOf(webFolders).filter(({ file }) => !file.startsWith('mfe-content/src/cookies/'));
const server = codeOf(['bff/src', 'libs/server-kit/src']);

const called = /\b(sessionStorage|localStorage)\s*\.\s*(getItem|setItem|removeItem)\s*\(\s*([^),]+)/g;
const quoted = /^(['"`])(.*)\1$/;
/** Placeholders for variable parts of a key, such as a registration, are treated as equal. */
const general = (name: string) => name.replace(/\$?\{[^}]*\}/g, '{}');

/**
 * The storage key that an argument evaluates to: a string literal, or a constant or arrow function of the same file.
 */
function keyOf(argument: string, text: string): string | null {
  const direct = quoted.exec(argument.trim());
  if (direct) return general(direct[2] ?? '');
  const name = /^\w+/.exec(argument.trim())?.[0];
  const constant = new RegExp(`\\bconst ${name ?? ''}\\b[^=]*=\\s*(?:\\([^)]*\\)[^=]*=>\\s*)?(['"\`])(.*?)\\1`).exec(
    text,
  );
  return constant?.[2] === undefined ? null : general(constant[2]);
}

interface Found {
  place: BrowserStorageKind;
  name: string | null;
  writes: boolean;
  file: string;
}

const inStorage = web.flatMap(({ file, text }) =>
  [...text.matchAll(called)].map(([, store, verb, argument]): Found => ({
    place: store === 'sessionStorage' ? 'session storage' : 'local storage',
    name: keyOf(argument ?? '', text),
    writes: verb === 'setItem',
    file,
  })),
);

const cookiePattern = /['"`](__(?:Host|Secure)-[\w-]+)['"`]|\bset-?cookie\(\s*['"`]([\w-]+)['"`]/gi;
const setsCookies = server.some(({ text }) => /\.setCookie\(|header\(\s*['"]set-cookie['"]/i.test(text));
const inCookies = server.flatMap(({ file, text }) =>
  [...text.matchAll(cookiePattern)].map(([, prefixed, plain]): Found => ({
    place: 'cookie',
    name: prefixed ?? plain ?? null,
    writes: setsCookies,
    file,
  })),
);

const found = [...inStorage, ...inCookies];
const same = (place: BrowserStorageKind, name: string) => (each: Found) =>
  each.place === place && each.name === general(name);

describe('the list of stored items', () => {
  test('is compared by a scan that finds known keys', () => {
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['session_id', '__Host-session']));
  });

  test('is compared with keys that can all be read from the code', () => {
    expect(found.filter(({ name }) => name === null)).toEqual([]);
  });

  test('has every key of the code', () => {
    const unlisted = found.filter(
      ({ place, name }) => !browserStoredItems.some((item) => item.place === place && general(item.name) === name),
    );
    expect(unlisted).toEqual([]);
  });

  test.each(browserStoredItems.filter(({ written }) => written === 'now'))(
    'has $name, which the code writes',
    (item) => {
      expect(found.filter(same(item.place, item.name)).some(({ writes }) => writes)).toBe(true);
    },
  );

  test('marks as later only what is not written yet', () => {
    for (const { place, name } of browserStoredItems.filter(({ written }) => written === 'later')) {
      expect(found.filter(same(place, name)).filter(({ writes }) => writes)).toEqual([]);
    }
  });

  test('is complete, since no other storage API is used', () => {
    const others =
      /document\.cookie|cookieStore|indexedDB|caches\.open|(?:session|local)Storage\s*\[|Storage\.(?:key|clear)\b/;
    expect(web.filter(({ text }) => others.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test('has no entry twice', () => {
    const names = browserStoredItems.map(({ place, name }) => `${place} ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });
});
