import { Inject, Injectable } from '@nestjs/common';
import { contractVersion, type Registry, type RegistryEntry, type Release } from '@ve/contracts/remote-manifest';
import { isSlotName } from '@ve/contracts/slots';
import type { Context } from '@ve/data/context';
import {
  type ChannelRelease,
  readChannels,
  type ReadReleases,
  type UnreadableRelease,
} from '@ve/data/registry/release.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import { LOGGER } from './tokens.ts';

/** A release on a page. */
export interface LiveRelease extends Release {
  /** The origin of the development server that serves its files, under an override. */
  local?: string;
}

export interface LiveRegistry {
  /** Null until a shell is published. */
  shell: LiveRelease | null;
  remotes: LiveRelease[];
}

/** The URL of a release's file. */
export const releaseUrl = ({ name, version, local }: LiveRelease, file: string): string =>
  local === undefined ? `/remotes/${name}/${version}/${file}` : `${local}/${file}`;

const chromeOf = ({ pages }: Release): RegistryEntry['chrome'] =>
  Object.fromEntries(
    Object.entries(pages).flatMap(([route, { phoneHeader }]) => (phoneHeader ? [[route, { phoneHeader }]] : [])),
  );

const toEntry = (release: LiveRelease): RegistryEntry => ({
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

/** The stable release of each name. */
export const stableOf = (channels: readonly ChannelRelease[]): LiveRegistry => {
  const stable = channels.filter(({ channel }) => channel === 'stable').map(({ release }) => release);
  return {
    shell: stable.find(({ name }) => name === 'shell') ?? null,
    remotes: stable.filter(({ name }) => name !== 'shell'),
  };
};

/** What visitors are given, read from the database each time: a move takes effect on the next page. */
@Injectable()
export class ReleaseChannels {
  readonly #logger: Logger;
  #lastKnown: readonly ChannelRelease[] | null = null;
  #unreadable: ReadonlySet<string> = new Set();
  /** A release hardly ever changes, and is large beside what says who is given it. */
  readonly #known: ReadReleases = new Map();

  constructor(@Inject(LOGGER) logger: Logger) {
    this.#logger = logger;
  }

  /** Throws when the database does not answer. */
  async read(em: Context['em']): Promise<readonly ChannelRelease[]> {
    const { channels, unreadable } = await readChannels(em, this.#known);
    this.#tellOf(unreadable);
    this.#lastKnown = channels;
    return channels;
  }

  /** For pages, which handle missing data themselves: the last known channels while the database is down. */
  async readOrLastKnown(em: Context['em']): Promise<readonly ChannelRelease[]> {
    try {
      return await this.read(em);
    } catch (error) {
      if (this.#lastKnown?.some(({ name, channel }) => name === 'shell' && channel === 'stable')) {
        return this.#lastKnown;
      }
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

/** The stable releases alone. */
@Injectable()
export class LiveReleases {
  constructor(@Inject(ReleaseChannels) private readonly channels: ReleaseChannels) {}

  /** Throws when the database does not answer. */
  async read(em: Context['em']): Promise<LiveRegistry> {
    return stableOf(await this.channels.read(em));
  }

  /** The last known releases while the database is down. */
  async readOrLastKnown(em: Context['em']): Promise<LiveRegistry> {
    return stableOf(await this.channels.readOrLastKnown(em));
  }
}
