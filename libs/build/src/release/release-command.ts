import { isPreviewName, previewDays } from '@ve/domain/kernel/release/release-preview';
import { parseArgs } from 'node:util';
import { readFileSync } from 'node:fs';
import { commandLine } from '../repository.ts';

/** Arguments of `npm run release`, for a shell or a remote. */
export interface ReleaseCommand {
  name: string;
  /** `publish`: no visitor gets it yet. `promote`: makes the canary stable; without a canary, the current build. */
  action: 'publish' | 'canary' | 'promote' | 'rollback' | 'list' | 'preview' | 'end-preview';
  /** Percentage of visitors who get the canary. */
  share: number;
  why: string | null;
  /** With `preview` and `end-preview`: its name; how long it lasts; the file that gets the comment for a pull request. */
  preview: { name: string; days: number; comment: string | null } | undefined;
  /** Root folder of the packages, when it is not this repository. */
  root: string | null;
  /** Moves traffic although the pages could not be prerendered. */
  force: boolean;
  /** With promote and rollback: acts on stable, although the last move ended a canary. */
  stable: boolean;
}

/** The arguments are invalid; the message shows the usage. */
export class UsageError extends Error {}

export const releaseCommandUsage = `${commandLine('release <remote|shell>', '[--canary N | --promote | --rollback | --list | --preview NAME | --end-preview NAME] [--stable] [--why text] [--force] [--days N] [--comment file]')}

  (none)        build, check, measure and publish; no visitor is given it
  --canary N    that, then give it to N visitors in a hundred
  --promote     make the canary what all visitors are given; without a canary, what is built now
  --rollback    end the canary; without one, go back to the stable release before
  --stable      with --promote or --rollback, where a canary was taken back last: move stable
  --list        what is live, what is published, and the previews
  --preview NAME      publish what is built, show it on a host of its own, and print the comment for a pull request
  --end-preview NAME  end that preview
  --days N      with --preview: how long it lasts, 1 to 30 days; 7 without it
  --comment f   with --preview: write the comment into this file, too
  --why text    a reason, kept with the move
  --force       move although pages could not be prerendered`;

const flags = ['canary', 'promote', 'rollback', 'list', 'stable', 'why', 'preview', 'end-preview', 'days'] as const;
const actions = ['canary', 'promote', 'rollback', 'list', 'preview', 'end-preview'] as const;
const maxErrorLength = 500;

/**
 * Parses the arguments. `npm` without `--` keeps flags to itself and puts them into `environment`.
 *
 * @throws UsageError
 */
export function parseReleaseCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ReleaseCommand {
  const swallowed = flags.filter((flag) => environment[`npm_config_${flag}`] !== undefined);
  if (swallowed.length > 0) {
    throw new UsageError(
      `npm kept --${swallowed.join(' and --')} to itself: put -- before the flags.\n\n${releaseCommandUsage}`,
    );
  }
  const { values, positionals } = parse(args);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new UsageError(releaseCommandUsage);
  const chosen = actions.filter((flag) => values[flag] !== undefined);
  if (chosen.length > 1)
    throw new UsageError(`--${chosen.join(' and --')} exclude each other.\n\n${releaseCommandUsage}`);
  if (values.stable && values.promote === undefined && values.rollback === undefined) {
    throw new UsageError(`--stable goes with --promote or --rollback.\n\n${releaseCommandUsage}`);
  }
  const share = Number(values.canary ?? 100);
  if (values.canary !== undefined && !(Number.isInteger(share) && share >= 1 && share <= 100)) {
    throw new UsageError(`--canary takes a whole number from 1 to 100, of visitors in a hundred.`);
  }
  const preview = readPreview(values);
  const why = values.why?.trim() ?? '';
  if (why.length > maxErrorLength) throw new UsageError(`--why takes up to ${String(maxErrorLength)} characters.`);
  return {
    name,
    action: chosen[0] ?? 'publish',
    share,
    why: why === '' ? null : why,
    force: values.force,
    stable: values.stable,
    preview,
    root: values.root ?? null,
  };
}

/** @throws UsageError */
function readPreview({
  preview,
  'end-preview': ended,
  days = String(previewDays.default),
  comment,
}: Readonly<
  Partial<Record<'preview' | 'end-preview' | 'days' | 'comment', string | undefined>>
>): ReleaseCommand['preview'] {
  const name = preview ?? ended;
  if (name === undefined) return undefined;
  if (!isPreviewName(name)) {
    throw new UsageError(
      'The name of a preview has up to 40 lower-case letters, digits and hyphens, and neither begins nor ends with a hyphen.',
    );
  }
  if (!/^\d{1,2}$/.test(days) || Number(days) < 1 || Number(days) > previewDays.max) {
    throw new UsageError(`--days takes a whole number from 1 to ${String(previewDays.max)}.`);
  }
  return { name, days: Number(days), comment: comment ?? null };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        canary: { type: 'string' },
        promote: { type: 'boolean' },
        rollback: { type: 'boolean' },
        list: { type: 'boolean' },
        preview: { type: 'string' },
        'end-preview': { type: 'string' },
        days: { type: 'string' },
        comment: { type: 'string' },
        why: { type: 'string' },
        root: { type: 'string' },
        force: { type: 'boolean', default: false },
        stable: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${releaseCommandUsage}`);
  }
}

/** The site to release to, and the token for it. */
export interface ReleaseTarget {
  /** Origin of the site, without a trailing slash. */
  url: string;
  token: string;
}

const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** The files that `npm start` has written on this machine. */
export interface LocalSiteFiles {
  /** URL of the local site; null where none runs, or it is starting. */
  url: string | null;
  /** The file with its tokens: `{"mfe-report": "…"}`. */
  tokenFile: string;
}

/**
 * The target of `RELEASE_URL`, else the local site, with `RELEASE_TOKEN`, else the tokens of this machine, which are
 * for sites on it. A token is only sent to the site that is named with it, never by default to another program that
 * listens on this machine.
 *
 * @throws UsageError when there is no token or no site, the token would travel unencrypted, or the site is ambiguous
 */
export function readReleaseTarget(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  here: LocalSiteFiles,
): ReleaseTarget {
  if (environment.RELEASE_TOKEN && !environment.RELEASE_URL) {
    throw new UsageError(
      'RELEASE_TOKEN is there without RELEASE_URL: give the address of the site that it is of, or leave both out to ' +
        'release to npm start on this machine.',
    );
  }
  const url = readSiteUrl(environment, here.url);
  const token = environment.RELEASE_TOKEN || (isLoopback(url) ? localToken(name, here.tokenFile) : null);
  if (token === null) {
    throw new UsageError(
      `There is no RELEASE_TOKEN. An operator of ${url.origin} makes one: npm run release-token -- ${name} --label "…"${
        isLoopback(url) ? '\nFor a site on this machine npm start makes one for every remote that it publishes.' : ''
      }`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('RELEASE_TOKEN has characters that no token has.');
  return { url: url.origin, token };
}

/**
 * The address of `RELEASE_URL`, else of the local site.
 *
 * @throws UsageError when there is none, or it is not https
 */
export function readSiteUrl(environment: Readonly<Record<string, string | undefined>>, local: string | null): URL {
  const given = environment.RELEASE_URL || local;
  if (given === null) {
    throw new UsageError('No site runs here: start one by npm start, or give the address of another as RELEASE_URL.');
  }
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError('RELEASE_URL must be an http(s) address.');
  if (url.protocol === 'http:' && !isLoopback(url)) {
    throw new UsageError('RELEASE_URL must be https: over http anybody on the way could read the token.');
  }
  return url;
}

function localToken(name: string, file: string): string | null {
  try {
    const tokens = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const token = tokens[name];
    return typeof token === 'string' ? token : null;
  } catch {
    return null;
  }
}
