import type { SourcePosition } from '@ve/contracts/http/operations/admin-error-logs';
import type { Context } from '@ve/data/kernel/context';
import {
  findReleaseBuildSources,
  findReleaseFiles,
  readReleaseFileContent,
} from '@ve/data/releases/registry/release.repository';
import { releaseNamePattern, releaseVersionPattern } from '@ve/domain/kernel/release/release-names';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { setImmediate } from 'node:timers/promises';

type EntityManager = Context['em'];

/** A position in a script of a release, as a browser's stack names it. */
interface ScriptPosition {
  name: string;
  version: string;
  file: string;
  line: number;
  column: number;
}

const scriptPosition = new RegExp(
  `/remotes/(${releaseNamePattern})/(${releaseVersionPattern})/([A-Za-z0-9._~-]{1,120}\\.js):(\\d{1,7}):(\\d{1,7})`,
  'g',
);

/** Limits of one answer. Our largest map has half a megabyte; reading one takes the process some ten milliseconds. */
const limits = { framesOfStack: 30, maps: 10, mapBytes: 1_048_576, milliseconds: 2_000, sourceLength: 300 } as const;

const positionsIn = (stack: string): ScriptPosition[] =>
  [...stack.matchAll(scriptPosition)]
    .slice(0, limits.framesOfStack)
    .map(([, name = '', version = '', file = '', line, column]) => ({
      ...{ name, version, file },
      line: Number(line),
      column: Number(column),
    }));

const releaseKey = ({ name, version }: ScriptPosition): string => `${name}@${version}`;
const mapKey = (position: ScriptPosition): string => `${releaseKey(position)}/${position.file}`;

type ReleaseFiles = Awaited<ReturnType<typeof findReleaseFiles>>;

/** The map of a script; null where it is missing, too large or unreadable. Teams publish maps, so none is trusted. */
async function readMap(em: EntityManager, files: ReleaseFiles, file: string): Promise<SourceMap | null> {
  const map = files?.find(({ path }) => path === `maps/${file}.map`);
  if (map === undefined || map.size > limits.mapBytes) return null;
  const content = await readReleaseFileContent(em, map.hash);
  if (content === null) return null;
  try {
    return new SourceMap(JSON.parse(Buffer.from(content).toString('utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
}

function positionInSource(map: SourceMap, { line, column }: ScriptPosition): Omit<SourcePosition, 'commit'> | null {
  // A map counts from 0, a stack and an editor from 1.
  const found: Partial<Record<string, unknown>> = { ...map.findEntry(line - 1, column - 1) };
  const [file, atLine, atColumn] = [found['originalSource'], found['originalLine'], found['originalColumn']];
  if (typeof file !== 'string' || !Number.isSafeInteger(atLine) || !Number.isSafeInteger(atColumn)) return null;
  return { file: file.slice(0, limits.sourceLength), line: Number(atLine) + 1, column: Number(atColumn) + 1 };
}

/**
 * For each stack the positions in our sources, in its order, by the source maps of the stored releases. Lines without a
 * map are left out, and all that remain when the limits of an answer are reached.
 */
export async function findSourcePositions(
  em: EntityManager,
  stacks: readonly (string | null)[],
): Promise<SourcePosition[][]> {
  const until = performance.now() + limits.milliseconds;
  const positions = stacks.map((stack) => (stack === null ? [] : positionsIn(stack)));
  const scripts = new Map(positions.flat().map((position) => [mapKey(position), position]));
  const releases = new Map([...scripts.values()].map((position) => [releaseKey(position), position]));
  const builtFrom = await findReleaseBuildSources(em, [...releases.values()].slice(0, limits.maps));
  const filesOf = new Map<string, ReleaseFiles>();
  const maps = new Map<string, SourceMap | null>();
  for (const [key, position] of [...scripts].slice(0, limits.maps)) {
    if (performance.now() > until) break;
    const release = releaseKey(position);
    const files = filesOf.get(release) ?? (await findReleaseFiles(em, position.name, position.version));
    filesOf.set(release, files);
    maps.set(key, await readMap(em, files, position.file));
    // Other requests are answered between two maps.
    await setImmediate();
  }
  return positions.map((ofStack) =>
    ofStack.flatMap((position) => {
      const map = maps.get(mapKey(position)) ?? null;
      const found = map && positionInSource(map, position);
      const { commit = null } = builtFrom.get(releaseKey(position)) ?? {};
      return found ? [{ ...found, commit }] : [];
    }),
  );
}
