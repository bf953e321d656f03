import { formatReleaseBuildSource } from '@ve/contracts/release-build-source';
import type { Preview } from '@ve/contracts/http/releases/previews';
import type { Release } from '@ve/contracts/remote-manifest';
import { formatCountWithNoun } from '@ve/domain/kernel/text/phrases';
import { formatUtcMinute } from '@ve/domain/kernel/time/utc-minute';
import type { ReleaseFile } from './release-server.ts';
import { formatKilobytes } from './build-checked.ts';

/** A release with the files that it was published with. */
export interface ReleaseWithFiles {
  release: Release;
  files: readonly ReleaseFile[];
}

/** Text of a team or a branch as code, which Markdown does not read. */
const code = (text: string): string => `\`${text.replace(/[`|\r\n]/g, ' ')}\``;

/** What was added and removed: `+ /orders/new, − /orders/old`; nothing where both are the same. */
function listDifference(now: readonly string[], before: readonly string[]): string {
  const added = now.filter((each) => !before.includes(each)).map((each) => `+ ${code(each)}`);
  const removed = before.filter((each) => !now.includes(each)).map((each) => `− ${code(each)}`);
  return [...added, ...removed].slice(0, 20).join(', ');
}

/** The scripts that browsers load, each with its size as it is sent. */
function scriptsOf({ files }: ReleaseWithFiles): Map<string, number> {
  const sizes = new Map(files.map(({ path, size }) => [path, size]));
  const scripts = files.filter(({ path }) => /^(?!node\/|maps\/).+\.js$/.test(path));
  return new Map(scripts.map(({ path, hash, size }) => [hash, sizes.get(`${path}.br`) ?? size]));
}

const sum = (sizes: Iterable<number>): number => [...sizes].reduce((total, size) => total + size, 0);

function scriptDifference(shown: ReleaseWithFiles, live: ReleaseWithFiles | null): string {
  const now = scriptsOf(shown);
  const total = `${formatKilobytes(sum(now.values()))} kB in ${formatCountWithNoun(now.size, 'file')}`;
  if (live === null) return total;
  const before = scriptsOf(live);
  const change = sum(now.values()) - sum(before.values());
  const changed = [...now.keys()].filter((hash) => !before.has(hash)).length;
  return `${total}, ${change < 0 ? '−' : '+'}${formatKilobytes(Math.abs(change))} kB; ${formatCountWithNoun(changed, 'file')} changed`;
}

/** How a release differs from the live one of its name, by what its manifest says: rows of a table. */
function* differences(shown: ReleaseWithFiles, live: ReleaseWithFiles | null): Generator<[string, string]> {
  const before = live?.release;
  const { routes, slots, offers, redirects, contract } = shown.release;
  yield ['Pages', listDifference(routes, before?.routes ?? [])];
  yield ['Slots it fills', listDifference(slots, before?.slots ?? [])];
  yield ['Slots it offers', listDifference(offers, before?.offers ?? [])];
  yield ['Redirects', listDifference(Object.keys(redirects), Object.keys(before?.redirects ?? {}))];
  if (before !== undefined && before.contract !== contract) {
    yield ['Contract', `${code(contract)}, was ${code(before.contract)}`];
  }
  yield ['Scripts', scriptDifference(shown, live)];
}

/**
 * The comment of a pull request about its preview, in Markdown: link, end, commit and what differs from the live
 * release. @throws Error for a link that is no web address
 */
export function previewComment(preview: Preview, shown: ReleaseWithFiles, live: ReleaseWithFiles | null): string {
  const { name, version, link, expiresAt, builtFrom } = preview;
  const url = URL.parse(link);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('the site gave no address of the preview');
  const rows: [string, string][] = [
    ['Release', `${code(version)}, live is ${live === null ? 'none' : code(live.release.version)}`],
    ['Commit', builtFrom === null ? 'not known' : code(formatReleaseBuildSource(builtFrom))],
    ...differences(shown, live),
  ];
  return [
    `### Preview of ${name}: ${code(preview.preview)}`,
    '',
    `**[Open it](<${url.href}>)** until ${formatUtcMinute(expiresAt)}. All who have the link can see it. No one is signed in there, and nothing can be sent.`,
    '',
    '| | |',
    '| --- | --- |',
    ...rows.filter(([, text]) => text !== '').map(([title, text]) => `| ${title} | ${text} |`),
    '',
  ].join('\n');
}
