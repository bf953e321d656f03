import { Inject, Injectable } from '@nestjs/common';
import { contractVersion, type Registry, type RegistryEntry, type Release } from '@ve/contracts/remote-manifest';
import { isSlotName } from '@ve/contracts/slots';
import type { Context } from '@ve/data/context';
import { liveReleases, type UnreadableRelease } from '@ve/data/registry/release.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import { LOGGER } from './tokens.ts';

export interface LiveRegistry {
  /** Null until a shell is published. */
  shell: Release | null;
  remotes: Release[];
}

/** The URL of a release's file. */
export const releaseUrl = (release: Release, file: string): string =>
  `/remotes/${release.name}/${release.version}/${file}`;

const chromeOf = ({ pages }: Release): RegistryEntry['chrome'] =>
  Object.fromEntries(
    Object.entries(pages).flatMap(([route, { phoneHeader }]) => (phoneHeader ? [[route, { phoneHeader }]] : [])),
  );

const toEntry = (release: Release): RegistryEntry => ({
  name: release.name,
  version: release.version,
  contract: release.contract,
  routes: release.routes,
  // Slots of another contract version are ignored.
  slots: release.slots.filter(isSlotName),
  entry: releaseUrl(release, release.entry),
  preload: release.preload.map((file) => releaseUrl(release, file)),
  chrome: chromeOf(release),
  redirects: release.redirects,
});

/** The registry for pages: URLs on their own origin. */
export const toRegistry = (live: LiveRegistry): Registry => ({
  contract: contractVersion,
  remotes: live.remotes.map(toEntry),
});

/** The live releases, read from the database each time: a rollback takes effect on the next page. */
@Injectable()
export class LiveReleases {
  readonly #logger: Logger;
  #lastKnown: LiveRegistry | null = null;
  #unreadable: ReadonlySet<string> = new Set();

  constructor(@Inject(LOGGER) logger: Logger) {
    this.#logger = logger;
  }

  /** Throws when the database does not answer. */
  async read(em: Context['em']): Promise<LiveRegistry> {
    const { releases, unreadable } = await liveReleases(em);
    this.#tellOf(unreadable);
    const live = {
      shell: releases.find((release) => release.name === 'shell') ?? null,
      remotes: releases.filter((release) => release.name !== 'shell'),
    };
    this.#lastKnown = live;
    return live;
  }

  /** For pages, which handle missing data themselves: the last known releases while the database is down. */
  async readOrLastKnown(em: Context['em']): Promise<LiveRegistry> {
    try {
      return await this.read(em);
    } catch (error) {
      if (this.#lastKnown?.shell) return this.#lastKnown;
      throw error;
    }
  }

  /** Logs each unreadable release once per change, not on every page. */
  #tellOf(unreadable: readonly UnreadableRelease[]): void {
    const lines = unreadable.map(({ name, version, issue }) => ({ release: `${name}@${version}`, issue }));
    for (const line of lines) {
      if (!this.#unreadable.has(JSON.stringify(line))) this.#logger.warn(line, 'a live release cannot be read');
    }
    this.#unreadable = new Set(lines.map((line) => JSON.stringify(line)));
  }
}
