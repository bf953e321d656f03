import { jsonForScript } from '@ve/contracts/json-for-script';
import type { RemotePageSettings, RemoteRegistry, RemoteRegistryEntry } from '@ve/contracts/remote-manifest';
import { routeOwnerOf } from '@ve/domain/releases/routing/match-route';
import type { FrontEndPackageManifest } from '../repository.ts';
import type { SiteAnswer } from './site-proxy.ts';

/** The path below which the files of a remote are served that is worked on. */
export const localFilesPath = (name: string): string => `/remotes/${name}/local/`;

/** The remote as the shell finds it in the registry. */
const localEntry = ({
  name,
  contract,
  routes,
  slots,
  pages,
  redirects,
}: FrontEndPackageManifest): RemoteRegistryEntry => ({
  name,
  version: 'local',
  contract,
  routes,
  slots,
  entry: `${localFilesPath(name)}remoteEntry.js`,
  preload: [],
  chrome: Object.fromEntries(
    Object.entries(pages).flatMap(([route, { phoneHeader }]) => (phoneHeader ? [[route, { phoneHeader }]] : [])),
  ),
  redirects,
});

/** The registry of the site, with the remote that is worked on in the place of its live release. */
const withLocalRemote = (registry: RemoteRegistry, manifest: FrontEndPackageManifest): RemoteRegistry => ({
  ...registry,
  remotes: [...registry.remotes.filter(({ name }) => name !== manifest.name), localEntry(manifest)],
});

/** Where a page reads the registry again. */
export const registryPath = '/api/remotes';

/** The answer at `registryPath`, with the remote that is worked on. */
export const withLocalRegistry = (answer: SiteAnswer, manifest: FrontEndPackageManifest): SiteAnswer =>
  answer.status === 200
    ? { ...answer, body: JSON.stringify(withLocalRemote(JSON.parse(answer.body) as RemoteRegistry, manifest)) }
    : answer;

const dataBlock = (id: string): RegExp =>
  new RegExp(`(<script type="application/json" id="${id}">)(.*?)(</script>)`, 's');

/** Changes a data block of the document. @throws Error where it has none */
function editBlock<T>(html: string, id: string, edit: (value: T) => T): string {
  const [, , json] = dataBlock(id).exec(html) ?? [];
  if (json === undefined) throw new Error(`The page has no ${id}: the site is of another version`);
  const value = jsonForScript(edit(JSON.parse(json) as T));
  return html.replace(dataBlock(id), (_block, before: string, _json, after: string) => before + value + after);
}

/** What was prerendered belongs to the live release, or is the page of an unknown path. */
const withoutPrerendered = (html: string): string =>
  html.replace(/(<div id="root">).*(?=<script type="application\/json" id="ve-registry">)/s, '$1</div>');

interface PageConfig {
  route: string | null;
  ownSources: boolean;
  urls: Readonly<Record<string, string>>;
}

/** The origins of a page's sources: itself, or that of the site's address with this key. */
const originsOf = (sources: readonly string[] | undefined, { urls }: PageConfig): string[] =>
  (sources ?? []).flatMap((source) => {
    const url = source.includes('://') ? source : urls[source];
    return url === undefined ? [] : [source.includes('*') ? url : new URL(url).origin];
  });

function withSources(policy: string, added: Readonly<Record<string, readonly string[]>>): string {
  const directives = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && directive !== 'upgrade-insecure-requests');
  for (const [name, sources] of Object.entries(added)) {
    if (sources.length === 0) continue;
    const index = directives.findIndex((directive) => directive.split(' ')[0] === name);
    if (index === -1) directives.push([name, ...sources].join(' '));
    else directives[index] = [directives[index], ...sources].join(' ');
  }
  return directives.join('; ');
}

/**
 * A document of the live site with the remote from its sources: in the registry, and as the page if it owns the path.
 * `socket` is the address by which the page learns of updates.
 */
export function withLocalPage(
  { status, headers, body }: SiteAnswer,
  { manifest, path, socket }: { manifest: FrontEndPackageManifest; path: string; socket: string },
): SiteAnswer {
  if (!body.includes('id="ve-registry"')) return { status, headers, body };
  let route: string | null = null;
  let page: RemotePageSettings = {};
  let html = editBlock<RemoteRegistry>(body, 've-registry', (registry) => {
    const local = withLocalRemote(registry, manifest);
    const owned = routeOwnerOf(local.remotes, path);
    if (owned?.owner.version === 'local') route = owned.route;
    return local;
  });
  const sources: Record<string, string[]> = { 'connect-src': [socket] };
  if (route !== null) {
    page = manifest.pages[route] ?? {};
    html = editBlock<PageConfig>(withoutPrerendered(html), 've-config', (config) => {
      sources['script-src'] = originsOf(page.scripts, config);
      sources['frame-src'] = originsOf(page.frames, config);
      sources['connect-src'] = [socket, ...originsOf(page.connects, config)];
      return { ...config, route, ownSources: Object.values(sources).flat().length > 1 };
    });
  }
  const policy = headers['content-security-policy'];
  return {
    status: route === null ? status : 200,
    headers: {
      ...headers,
      ...(typeof policy === 'string' ? { 'content-security-policy': withSources(policy, sources) } : {}),
    },
    body: html,
  };
}
