import { type ApiCallSchemas, findApiCallDifferences, type PackedApiCallSchemas } from '@ve/contracts/call-schemas';
import { compareWithLiveReleases } from '@ve/contracts/release-findings';
import { contractVersion, releaseSchema, remoteRegistrySchema } from '@ve/contracts/remote-manifest';
import { registryPath } from './live-page.ts';
import type { LiveRelease } from '../release/release-server.ts';
import type { FrontEndPackageManifest } from '../repository.ts';

/** The part of an OpenAPI 3.1 operation that is compared. */
interface Operation {
  requestBody?: { content: Readonly<Record<string, { schema: ApiCallSchemas['body'] }>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: ApiCallSchemas['body'] }>> }>>;
}

/** What a site offers to remotes. */
export interface SiteDescription {
  /** Its contract version. */
  contract: string;
  /** The live releases; null without a token of a team. */
  live: readonly LiveRelease[] | null;
  /** The schemas of a call, by method and path. */
  served: (key: string) => ApiCallSchemas | undefined;
}

const limitMs = 20_000;

async function readJson(site: URL, path: string): Promise<unknown> {
  const answer = await fetch(new URL(path, site), { signal: AbortSignal.timeout(limitMs) }).catch((error: unknown) => {
    const { cause, message } = error as Error;
    throw new Error(`${site.origin} does not answer: ${cause instanceof Error ? cause.message : message}`);
  });
  if (!answer.ok)
    throw new Error(`${site.origin}${path} answers ${String(answer.status)}: is it the address of the site?`);
  return answer.json();
}

const schemaOf = (content: Operation['responses'][string]['content']) => Object.values(content ?? {})[0]?.schema;

const isSuccess = ([status]: [string, unknown]): boolean => status.startsWith('2');

function callSchemasOf({ requestBody, responses }: Operation): ApiCallSchemas {
  const body = schemaOf(requestBody?.content);
  return {
    ...(body ? { body } : {}),
    answers: Object.fromEntries(
      Object.entries(responses)
        .filter(isSuccess)
        .map(([status, { content }]) => [status, schemaOf(content) ?? null]),
    ),
  };
}

/**
 * Reads the contract version and the endpoint schemas that a site serves. `list` lists its live releases.
 *
 * @throws Error with a message for the team when the address is not that of a site, or it does not answer
 */
export async function readSite(
  site: URL,
  list: (() => Promise<readonly LiveRelease[]>) | null,
): Promise<SiteDescription> {
  const [remotes, api, live] = await Promise.all([
    readJson(site, registryPath),
    readJson(site, '/api/docs/openapi.json'),
    list?.() ?? null,
  ]);
  const registry = remoteRegistrySchema.safeParse(remotes);
  if (!registry.success) throw new Error(`${site.origin} has no registry of remotes: is it the address of the site?`);
  const { paths } = api as { paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
  return {
    contract: registry.data.contract,
    live,
    served: (key) => {
      const [method = '', path = ''] = key.split(' ');
      const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      return operation && callSchemasOf(operation);
    },
  };
}

/** Parameters are in the path and in the query: the call that a page makes, without them. */
const withoutParameters = ({ $defs, ...calls }: PackedApiCallSchemas): PackedApiCallSchemas => ({
  ...($defs === undefined ? {} : { $defs }),
  ...Object.fromEntries(
    Object.entries(calls as Record<string, ApiCallSchemas>).map(([key, { body, answers }]) => [
      key,
      { ...(body ? { body } : {}), answers },
    ]),
  ),
});

/**
 * Why the site would refuse a release of this remote, or its pages fail there: messages for the team. `calls` are those
 * of its build.
 */
export function findSiteProblems(
  manifest: FrontEndPackageManifest,
  calls: PackedApiCallSchemas,
  { contract, live, served }: SiteDescription,
): string[] {
  const release = releaseSchema.parse({
    ...manifest,
    ...{ version: 'local', entry: 'remoteEntry.js', preload: [], styles: [], fonts: [], document: null },
  });
  const [major, minor] = contract.split('.').map(Number);
  const [ownMajor = 0, ownMinor = 0] = manifest.contract.split('.').map(Number);
  const isTooNew = ownMajor !== major || ownMinor > (minor ?? 0);
  return [
    ...(isTooNew
      ? [
          `${manifest.name} needs contract ${manifest.contract}, and the site has ${contract}. Install the packages of that contract (here: ${contractVersion})`,
        ]
      : []),
    ...(live === null ? [] : compareWithLiveReleases(release, live, 'refuse').problems),
    ...findApiCallDifferences(withoutParameters(calls), served),
  ];
}
