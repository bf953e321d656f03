import { Inject, Injectable } from '@nestjs/common';
import type {
  OverriddenRemote,
  ReleaseOverrideTarget,
  ReleaseOverrideTargets,
  PageReleaseOverride,
} from '@ve/contracts/override';
import { type Release, releaseSchema } from '@ve/contracts/remote-manifest';
import type { Context } from '@ve/data/kernel/context';
import { readReleaseCookieSigningKey } from '@ve/data/jobs/limit/secret.repository';
import {
  findReleaseBuildSources,
  readRelease,
  readReleaseForPreview,
} from '@ve/data/releases/registry/release.repository';
import type { PreviewedRelease } from '@ve/domain/kernel/release/release-preview';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BffConfig } from '../../config.ts';
import {
  verifyReleaseOverride,
  type ReleaseOverrideCookie,
  releaseOverrideCookie,
  signReleaseOverride,
  type StaffReleaseOverride,
} from './override-cookie.ts';
import { sessionCookie, type SessionCookie, actorOfSession } from '../../identity/session/session-cookie.ts';
import { BffDatabase } from '../../platform/database.ts';
import { readDevelopmentServerFile } from './development-server.ts';
import { type LiveRegistry, releaseFileUrlInPage } from './live-registry.ts';
import {
  developmentServerOriginsOf,
  applyReleaseOverride,
  type OverriddenRegistry,
  type ReleaseOverrideTargetRelease,
} from './overridden-page.ts';
import { PageDatabaseReadTimeout } from './page-read-timeout.ts';
import { SigningKey } from '@ve/app/kernel/signing-key';
import { CONFIG_TOKEN } from '../../platform/injection-tokens.ts';

/** An override of the releases on a page. */
export interface ReleaseOverride {
  /** The part that the page receives. */
  page: PageReleaseOverride;
  /** The local origins that only this page may load from. */
  origins: readonly string[];
  /** The URL of the script with the bar and the panel; null where no shell has one. */
  devtools: string | null;
}

export interface PageUnderOverride {
  live: LiveRegistry;
  /** Null for visitors, whose pages are unchanged. */
  override: ReleaseOverride | null;
  /** The browser has a cookie of an invalid override: `end` removes it. */
  isStale: boolean;
}

type Asked = Pick<FastifyRequest, 'cookies'>;

/** The names whose canary is on the page. */
type Canaries = ReadonlySet<string>;

function releasesOf(
  { shell, remotes }: LiveRegistry,
  overridden: PageReleaseOverride['remotes'],
  canaries: Canaries,
): PageReleaseOverride['releases'] {
  const others = new Set(overridden.filter(({ problem }) => problem === null).map(({ name }) => name));
  const channelOf = (name: string) => (canaries.has(name) ? 'canary' : 'stable');
  return Object.fromEntries(
    [...(shell ? [shell] : []), ...remotes].map(({ name, version, local }) => [
      name,
      { version, from: local !== undefined ? 'local' : others.has(name) ? 'override' : channelOf(name) },
    ]),
  );
}

const devtoolsOf = ({ shell }: LiveRegistry): string | null =>
  shell?.devtools ? releaseFileUrlInPage(shell, shell.devtools) : null;

/** Replaces live releases on the pages of one browser: for staff who requested it, or for a developer. */
@Injectable()
export class ReleaseOverrides {
  readonly #workOn: Readonly<Record<string, string>>;
  readonly #cookie: ReleaseOverrideCookie;
  readonly #session: SessionCookie;
  readonly #key: SigningKey;

  constructor(
    @Inject(CONFIG_TOKEN) config: BffConfig,
    @Inject(BffDatabase) database: BffDatabase,
    @Inject(PageDatabaseReadTimeout) private readonly readTimeout: PageDatabaseReadTimeout,
  ) {
    this.#workOn = config.WORK_ON;
    this.#cookie = releaseOverrideCookie(config.PUBLIC_ORIGIN);
    this.#session = sessionCookie(config.PUBLIC_ORIGIN);
    this.#key = new SigningKey(() => readReleaseCookieSigningKey(database.reader, 'override'));
  }

  /**
   * The releases of a page, based on those that its visitor would be served. Costs visitors nothing: a session is read
   * only with a cookie that we signed.
   */
  async of(
    live: LiveRegistry,
    { canaries, request }: { canaries: Canaries; request: Asked },
    context: Context,
  ): Promise<PageUnderOverride> {
    const { staffs, isStale } = await this.#staffs(request, context);
    const targets = { ...this.#localTargets(), ...staffs?.targets };
    if (staffs === null && Object.keys(targets).length === 0) return { live, override: null, isStale };
    const { live: shown, remotes } = await this.resolve(live, targets, context.em);
    const by = staffs === null ? 'work-on' : 'staff';
    const page = { by, remotes, releases: releasesOf(shown, remotes, canaries) } as const;
    return {
      live: shown,
      override: { page, origins: developmentServerOriginsOf(shown), devtools: devtoolsOf(live) ?? devtoolsOf(shown) },
      isStale,
    };
  }

  /** The pages of a preview: these releases with the one that it shows. */
  async ofPreview(
    live: LiveRegistry,
    { name, version }: PreviewedRelease,
    em: Context['em'],
  ): Promise<PageUnderOverride> {
    const found = await readReleaseForPreview(em, name, version);
    const current = [live.shell, ...live.remotes].find((each) => each?.name === name) ?? null;
    const release = found && {
      ...withSourcesOf(found.release, current),
      ...(found.previewOnly ? { previewOnly: true as const } : {}),
    };
    const overridden = applyReleaseOverride(live, { [name]: { target: { version }, release } });
    const { live: shown } = overridden;
    const remotes = await withBuildSources(overridden.remotes, em);
    const page = { by: 'preview', remotes, releases: releasesOf(shown, remotes, new Set()) } as const;
    return {
      live: shown,
      override: { page, origins: [], devtools: devtoolsOf(live) ?? devtoolsOf(shown) },
      isStale: false,
    };
  }

  /** Resolves the targets against these releases. */
  async resolve(live: LiveRegistry, targets: ReleaseOverrideTargets, em: Context['em']): Promise<OverriddenRegistry> {
    const wanted = await Promise.all(
      Object.entries(targets).map(async ([name, target]): Promise<[string, ReleaseOverrideTargetRelease]> => [
        name,
        { target, release: await this.#released(name, target, em) },
      ]),
    );
    const overridden = applyReleaseOverride(live, Object.fromEntries(wanted));
    return { ...overridden, remotes: await withBuildSources(overridden.remotes, em) };
  }

  /** The override that the session requested; null without one of its own. */
  async asked({ cookies }: Asked, sessionId: string, { now }: Context): Promise<StaffReleaseOverride | null> {
    const value = this.#cookie.read(cookies);
    const override = value === null ? null : verifyReleaseOverride(value, await this.#key.read(), now());
    return override?.sessionId === sessionId ? override : null;
  }

  async set(reply: FastifyReply, override: StaffReleaseOverride): Promise<void> {
    this.#cookie.set(reply, signReleaseOverride(override, await this.#key.read()));
  }

  end(reply: FastifyReply): void {
    this.#cookie.clear(reply);
  }

  /**
   * The override of an admin with a valid session. While the database does not answer in time it counts as unknown, and
   * the cookie stays.
   */
  async #staffs(request: Asked, context: Context): Promise<{ staffs: StaffReleaseOverride | null; isStale: boolean }> {
    const value = this.#cookie.read(request.cookies);
    if (value === null) return { staffs: null, isStale: false };
    const find = async (): Promise<StaffReleaseOverride | null> => {
      const override = verifyReleaseOverride(value, await this.#key.read(), context.now());
      return override && (await this.#isStaffEndpoint(override.sessionId, request, context)) ? override : null;
    };
    try {
      const staffs = await this.readTimeout.try(find);
      return { staffs, isStale: staffs === null };
    } catch {
      return { staffs: null, isStale: false };
    }
  }

  async #isStaffEndpoint(sessionId: string, { cookies }: Asked, context: Context): Promise<boolean> {
    const session = await this.#session.find(context, cookies);
    const actor = session && actorOfSession(session);
    return actor?.kind === 'staff' && actor.roles.includes('admin') && actor.sessionId === sessionId;
  }

  /** A development server is called only if this service's own configuration names it. */
  async #released(name: string, target: ReleaseOverrideTarget, em: Context['em']): Promise<Release | null> {
    if ('version' in target) return readRelease(em, name, target.version);
    return this.#workOn[name] === target.local ? readLocalRelease(name, target.local) : null;
  }

  #localTargets(): ReleaseOverrideTargets {
    return Object.fromEntries(Object.entries(this.#workOn).map(([name, local]) => [name, { local }]));
  }
}

/** A release whose pages load from and call only the other origins that pages of the live one do, as it is not reviewed. */
function withSourcesOf(release: Release, live: Release | null): Release {
  const pages = Object.entries(release.pages).map(([route, page]) => {
    const kept = { ...page };
    for (const kind of ['scripts', 'frames', 'connects'] as const) {
      const known = new Set(Object.values(live?.pages ?? {}).flatMap((each) => each[kind] ?? []));
      if (page[kind] !== undefined) kept[kind] = page[kind].filter((source) => known.has(source));
    }
    return [route, kept] as const;
  });
  return { ...release, pages: Object.fromEntries(pages) };
}

/** Adds to published releases that are shown what they were built from. */
async function withBuildSources(remotes: readonly OverriddenRemote[], em: Context['em']): Promise<OverriddenRemote[]> {
  const published = remotes.flatMap(({ name, asked, problem }) =>
    'version' in asked && problem === null ? [{ name, version: asked.version }] : [],
  );
  const sources = await findReleaseBuildSources(em, published);
  return remotes.map((remote) => {
    const builtFrom = sources.get(`${remote.name}@${remote.shown ?? ''}`);
    return builtFrom === undefined || remote.problem !== null ? remote : { ...remote, builtFrom };
  });
}

/** The `release.json` of a development server; null if there is none of this name, or it is not running. */
async function readLocalRelease(name: string, origin: string): Promise<Release | null> {
  const text = await readDevelopmentServerFile(origin, 'release.json');
  try {
    const read = releaseSchema.safeParse(JSON.parse(text ?? 'null'));
    return read.success && read.data.name === name ? read.data : null;
  } catch {
    return null;
  }
}
