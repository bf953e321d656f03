import type { ExpectedReleaseChannels } from '@ve/contracts/release-move';
import type { Preview } from '@ve/contracts/http/releases/previews';
import type { ReleaseBuildSource } from '@ve/contracts/release-build-source';
import type { Release } from '@ve/contracts/remote-manifest';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import type { ReleaseList } from '@ve/contracts/http/releases/releases';
import type { LiveRelease, ReleaseFile } from '../release/release-server.ts';
import { sha256Of } from '../release/publish.ts';

type ReleaseMove = ReleaseList['moves'][number];

const since = '2026-11-22T14:59:00.000Z';

/** The response to a request; `cut`: the connection ends without a response. */
export type FakeSiteResponse = { status: number; body?: unknown; headers?: Record<string, string> } | 'cut';

interface Stored {
  release: Release;
  files: ReleaseFile[];
}

interface Envelope {
  builtFrom?: ReleaseBuildSource | null;
  release?: Release;
  shellVersion?: string;
  name?: string;
  version?: string;
  files: ReleaseFile[];
}

/**
 * A site in memory that accepts releases as the BFF does (libs/contracts/src/http/releases/releases.ts), for one token.
 */
export interface FakeReleaseReceiver {
  url: string;
  /** Method and path of all requests. */
  asked: string[];
  releases: Map<string, Stored>;
  contents: Map<string, Buffer>;
  /** Files of the pages of a pair, by `shell version/name/version`. */
  pages: Map<string, ReleaseFile[]>;
  channels: LiveRelease[];
  moves: ReleaseMove[];
  previews: Preview[];
  /** When the token expires. */
  tokenExpiresAt: string;
  /** Responds instead of the site; null lets the site respond. */
  instead: (request: { method: string; path: string; times: number }) => FakeSiteResponse | null;
  add: (release: Release, files: Record<string, string>, channel: 'stable' | 'canary' | null) => void;
  close: () => Promise<void>;
}

const problem = (status: number, code: string, detail?: string): FakeSiteResponse => ({
  status,
  body: { type: 'about:blank', status, code, title: `Title of ${code}`, ...(detail === undefined ? {} : { detail }) },
});

async function readTar(body: Buffer): Promise<{ envelope: Envelope; contents: Map<string, Buffer> }> {
  const archive = extract();
  archive.end(body);
  const contents = new Map<string, Buffer>();
  for await (const entry of archive) contents.set(entry.header.name, await buffer(entry));
  const envelope = JSON.parse(contents.get('release.json')?.toString() ?? '') as Envelope;
  contents.delete('release.json');
  return { envelope, contents };
}

export async function startFakeReleaseSite(token: string): Promise<FakeReleaseReceiver> {
  const site: Omit<FakeReleaseReceiver, 'url' | 'close'> = {
    asked: [],
    releases: new Map(),
    contents: new Map(),
    pages: new Map(),
    channels: [],
    moves: [],
    previews: [],
    tokenExpiresAt: '2999-01-01T00:00:00.000Z',
    instead: () => null,
    add: (release, files, channel) => {
      const listed = Object.entries(files).map(([path, text]) => {
        const content = Buffer.from(text);
        const hash = sha256Of(content);
        site.contents.set(hash, content);
        return { path, hash, size: content.length };
      });
      site.releases.set(`${release.name}/${release.version}`, { release, files: listed });
      if (channel !== null) site.channels.push({ name: release.name, channel, share: 100, since, release });
    },
  };

  const sources = new Map<string, ReleaseBuildSource | null>();

  const storeUpload = (contents: Map<string, Buffer>, files: readonly ReleaseFile[]): FakeSiteResponse | null => {
    for (const [hash, content] of contents) {
      if (sha256Of(content) !== hash) return problem(422, 'release-refused', `${hash} is not the hash of its content`);
    }
    if (files.some(({ hash }) => !site.contents.has(hash) && !contents.has(hash))) {
      return problem(409, 'release-incomplete');
    }
    for (const [hash, content] of contents) site.contents.set(hash, content);
    return null;
  };

  async function publish(body: Buffer): Promise<FakeSiteResponse> {
    const { envelope, contents } = await readTar(body);
    const { release, files, builtFrom = null } = envelope;
    if (release === undefined) return problem(422, 'release-refused', 'There is no release');
    const key = `${release.name}/${release.version}`;
    const known = site.releases.get(key);
    if (known !== undefined) {
      const isSame = JSON.stringify(known) === JSON.stringify({ release, files });
      return isSame ? { status: 200, body: { version: release.version } } : problem(409, 'release-differs');
    }
    const refused = storeUpload(contents, files);
    if (refused !== null) return refused;
    site.releases.set(key, { release, files });
    sources.set(key, builtFrom);
    return { status: 201, body: { version: release.version } };
  }

  async function addPages(body: Buffer): Promise<FakeSiteResponse> {
    const { envelope, contents } = await readTar(body);
    const { shellVersion = '', name = '', version = '', files } = envelope;
    const refused = storeUpload(contents, files);
    if (refused !== null) return refused;
    site.pages.set(`${shellVersion}/${name}/${version}`, files);
    return { status: 201, body: { version } };
  }

  interface MoveRequest {
    action: string;
    version?: string;
    share?: number;
    why?: string;
    seen?: ExpectedReleaseChannels;
  }

  function move(name: string, asked: MoveRequest): FakeSiteResponse {
    const at = (channel: string) => site.channels.find((each) => each.name === name && each.channel === channel);
    const [stable, canary] = [at('stable'), at('canary')];
    const last = site.moves.findLast((each) => each.name === name);
    const isStale =
      asked.seen === undefined
        ? asked.version === undefined && last?.action === 'stop'
        : (stable?.release.version ?? null) !== asked.seen.stable ||
          (canary?.release.version ?? null) !== asked.seen.canary;
    if (isStale) return problem(409, 'move-stale', `The last move: ${last?.action ?? 'none'}`);
    const before = site.moves.filter((each) => each.name === name && each.action !== 'canary').at(-1)?.from ?? null;
    const target =
      asked.action === 'promote' ? canary?.release.version : asked.action === 'rollback' ? before : asked.version;
    const ends = asked.action === 'rollback' && canary !== undefined;
    const stored = site.releases.get(`${name}/${target ?? ''}`);
    if (!ends && stored === undefined) return problem(409, 'move-refused', 'There is no release to move to');
    const channel = asked.action === 'canary' ? 'canary' : 'stable';
    const left = site.channels.filter(
      (each) => each.name !== name || (each.channel !== channel && asked.action !== 'promote' && !ends),
    );
    site.channels = ends ? [...left, ...(stable ? [stable] : [])] : left;
    if (!ends && stored) {
      site.channels.push({ name, channel, share: asked.share ?? 100, since, release: stored.release });
    }
    site.moves.push({
      name,
      action: ends ? 'stop' : (asked.action as ReleaseMove['action']),
      from: (channel === 'canary' || ends ? canary : stable)?.release.version ?? null,
      to: ends ? null : (target ?? null),
      share: asked.share ?? null,
      at: '2026-11-22T15:00:00.000Z',
      by: 'token:tests',
      why: asked.why ?? null,
    });
    const channels = site.channels.filter((each) => each.name === name);
    return {
      status: 200,
      body: {
        channels: channels.map((each) => ({
          ...each,
          version: each.release.version,
          by: 'token:tests',
          release: undefined,
        })),
      },
    };
  }

  function preview(method: string, asked: { name: string; version: string; body: Buffer }): FakeSiteResponse {
    const { name, version: named } = asked;
    const isNamed = (each: Preview) => each.name === name && each.preview === named;
    if (method === 'GET') return { status: 200, body: { previews: site.previews } };
    if (method === 'DELETE') {
      if (!site.previews.some(isNamed)) return problem(404, 'not-found');
      site.previews = site.previews.filter((each) => !isNamed(each));
      return { status: 204 };
    }
    const { preview: label, version } = JSON.parse(asked.body.toString()) as { preview: string; version: string };
    const made: Preview = {
      ...{ preview: label, name, version, setBy: 'token:tests', setAt: since, expiresAt: '2026-11-29T14:59:00.000Z' },
      builtFrom: sources.get(`${name}/${version}`) ?? null,
      link: `http://${label}.preview.localhost:3000/?preview-key=k`,
    };
    site.previews = [...site.previews.filter((each) => each.preview !== label), made];
    return { status: 200, body: made };
  }

  async function answer(request: IncomingMessage): Promise<FakeSiteResponse> {
    const { method = '', url = '' } = request;
    site.asked.push(`${method} ${url}`);
    const times = site.asked.filter((each) => each === `${method} ${url}`).length;
    const instead = site.instead({ method, path: url, times });
    // The connection ends while the body arrives.
    if (instead === 'cut') return instead;
    const body = await buffer(request);
    if (instead !== null) return instead;
    if (request.headers.authorization !== `Bearer ${token}`) return problem(401, 'token-refused');
    const [, , , name = '', what = '', version = '', , hash] = url.split('/');
    if (url === '/api/releases') {
      const releases = [...site.releases.values()].map(({ release }) => {
        const given = site.channels.find((each) => each.release.version === release.version);
        const { name: ofName, version: ofVersion, contract } = release;
        const facts = {
          publishedAt: '2026-11-22T14:59:00.000Z',
          publishedBy: 'token:tests',
          contract,
          builtFrom: sources.get(`${ofName}/${ofVersion}`) ?? null,
        };
        return {
          name: ofName,
          version: ofVersion,
          channel: given?.channel ?? null,
          share: given?.share ?? null,
          node: release.node,
          ...facts,
        };
      });
      const token = { label: 'tests', expiresAt: site.tokenExpiresAt };
      return { status: 200, body: { channels: site.channels, releases, moves: site.moves.toReversed(), token } };
    }
    if (what === 'missing') {
      const { hashes } = JSON.parse(body.toString()) as { hashes: string[] };
      return { status: 200, body: { missing: hashes.filter((each) => !site.contents.has(each)) } };
    }
    if (what === 'pages') return addPages(body);
    if (what === 'previews') return preview(method, { name, version, body });
    if (what === 'moves') return move(name, JSON.parse(body.toString()) as { action: string });
    if (method === 'POST') return publish(body);
    const stored = site.releases.get(`${name}/${version}`);
    if (stored === undefined) return problem(404, 'not-found');
    if (hash === undefined) return { status: 200, body: { files: stored.files } };
    const content = site.contents.get(hash);
    return content === undefined ? problem(404, 'not-found') : { status: 200, body: content };
  }

  const server: Server = createServer((request, response) => {
    void answer(request).then((given) => {
      if (given === 'cut') return void request.socket.destroy();
      response.writeHead(given.status, given.headers);
      if (given.status === 204) return void response.end();
      response.end(Buffer.isBuffer(given.body) ? given.body : JSON.stringify(given.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return Object.assign(site, {
    url: `http://127.0.0.1:${String(address.port)}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  });
}
