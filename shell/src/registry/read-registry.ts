import type { readRemotesEndpoint } from '@ve/contracts/http/releases/remotes';
import type { RemoteRegistry, RemoteRegistryEntry } from '@ve/contracts/remote-manifest';
import { isSlotName } from '@ve/contracts/slots';
import { releaseNamePattern, releaseVersionPattern } from '@ve/domain/kernel/release/release-names';
import type { EndpointWithResponseGuards } from '@ve/mfe-kit/response-guards';

/*
 * The contract's registry schema, written by hand: a schema library would add seven kilobytes to every page before its
 * first paint. A test compares it with the schema.
 */

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textLike =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && pattern.test(value);

const isText = textLike(/^/);
const isName = textLike(new RegExp(`^${releaseNamePattern}$`));
const isVersion = textLike(new RegExp(`^${releaseVersionPattern}$`));
const isRoute = textLike(/^(?=.{1,200}$)\/((:[A-Za-z]\w*|[a-z0-9_-]+)(\/(:[A-Za-z]\w*|[a-z0-9_-]+))*)?$/);
const isPath = textLike(/^(?=.{1,200}$)\/([a-z0-9_-]+(\/[a-z0-9_-]+)*)?$/);
const isSlot = textLike(/^(?=.{1,80}$)[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*\/v\d{1,3}$/);

const isListOf = <T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.every(isItem);

/** The record if every key and value is valid; empty if it is missing. */
function readRecord<T>(
  value: unknown,
  isKey: (key: unknown) => boolean,
  read: (value: unknown) => T | null,
): Record<string, T> | null {
  if (value === undefined) return {};
  if (!isFields(value)) return null;
  const entries: [string, T][] = [];
  for (const [key, each] of Object.entries(value)) {
    const item = isKey(key) ? read(each) : null;
    if (item === null) return null;
    entries.push([key, item]);
  }
  return Object.fromEntries(entries);
}

const readChrome = (value: unknown): RemoteRegistryEntry['chrome'][string] | null =>
  isFields(value) && value['phoneHeader'] === 'title' ? { phoneHeader: 'title' } : null;

const maxRegistryRedirects = 200;

function readEntry(value: unknown): RemoteRegistryEntry | null {
  if (!isFields(value)) return null;
  const { name, version, contract, routes, slots, entry, preload } = value;
  if (!isName(name) || !isVersion(version) || !isText(contract) || !isText(entry)) return null;
  if (!isListOf(routes, isRoute) || !isListOf(slots, isSlot) || !isListOf(preload, isText)) return null;
  const chrome = readRecord(value['chrome'], isRoute, readChrome);
  const redirects = readRecord(value['redirects'], isPath, (to) => (isPath(to) ? to : null));
  if (chrome === null || redirects === null || Object.keys(redirects).length > maxRegistryRedirects) return null;
  // Unknown slots are ignored.
  return { name, version, contract, routes, slots: slots.filter(isSlotName), entry, preload, chrome, redirects };
}

const releaseFile = /^\/remotes\/[A-Za-z0-9._@~/-]+$/;

/**
 * Whether the URL is in a release folder of our own origin, or on a development server that the service names in a
 * document under an override. Scripts from any other URL are rejected.
 */
const isReleaseFile = (address: string, origin: string, local: readonly string[]): boolean => {
  if (!URL.canParse(address, origin)) return false;
  const url = new URL(address, origin);
  return (url.origin === origin ? releaseFile.test(url.pathname) : local.includes(url.origin)) && url.search === '';
};

const localOrigins = (page: Document): string[] =>
  page.getElementById('ve-override')?.dataset['origins']?.split(' ') ?? [];

/**
 * The valid entries, or null when the value is not a registry. Entries are parsed one by one, so that an invalid entry
 * takes down only one remote.
 */
export function parseRemoteRegistry(
  value: unknown,
  origin: string,
  local: readonly string[] = [],
): RemoteRegistry | null {
  if (!isFields(value) || !isText(value['contract']) || !Array.isArray(value['remotes'])) return null;
  const remotes = value['remotes'].flatMap((candidate): RemoteRegistryEntry[] => {
    const entry = readEntry(candidate);
    if (entry === null || !isReleaseFile(entry.entry, origin, local)) return [];
    return [{ ...entry, preload: entry.preload.filter((file) => isReleaseFile(file, origin, local)) }];
  });
  return { contract: value['contract'], remotes };
}

/**
 * The registry that the service wrote into this document; null without a valid one. Nothing that a visitor can control
 * (query, storage) is ever read.
 */
export function readRemoteRegistry(page: Document): RemoteRegistry | null {
  const text = page.getElementById('ve-registry')?.textContent ?? '';
  try {
    return parseRemoteRegistry(JSON.parse(text), page.location.origin, localOrigins(page));
  } catch {
    return null;
  }
}

/** `readRemotesEndpoint` of `contracts/http/releases/remotes`. */
export const readRemotesWithResponseGuards: EndpointWithResponseGuards<typeof readRemotesEndpoint> = {
  method: 'GET',
  path: '/api/remotes',
  answers: {
    200: {
      safeParse: (value) => {
        const data = parseRemoteRegistry(value, location.origin, localOrigins(document));
        return data === null ? { success: false, error: new TypeError('not a registry') } : { success: true, data };
      },
    },
  },
};
