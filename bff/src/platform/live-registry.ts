import { Inject, Injectable } from '@nestjs/common';
import { contractVersion, type Registry, type RegistryEntry, type Release } from '@ve/contracts/remote-manifest';
import { liveReleases } from '@ve/data/registry/release.repository';
import { Database } from './database.ts';

export interface LiveRegistry {
  /** Null until a shell is published. */
  shell: Release | null;
  remotes: Release[];
}

/** Where a file of a release is served. */
export const releaseUrl = (release: Release, file: string): string =>
  `/remotes/${release.name}/${release.version}/${file}`;

const toEntry = (release: Release): RegistryEntry => ({
  name: release.name,
  version: release.version,
  contract: release.contract,
  routes: release.routes,
  slots: release.slots,
  entry: releaseUrl(release, release.entry),
  preload: release.preload.map((file) => releaseUrl(release, file)),
});

/** The registry as pages read it: URLs on their own origin. */
export const toRegistry = (live: LiveRegistry): Registry => ({
  contract: contractVersion,
  remotes: live.remotes.map(toEntry),
});

/** Which releases are live, read from the database each time: a rollback is in force at the next page. */
@Injectable()
export class LiveReleases {
  readonly #database: Database;
  #lastKnown: LiveRegistry | null = null;

  constructor(@Inject(Database) database: Database) {
    this.#database = database;
  }

  /** Throws when the database does not answer. */
  async read(): Promise<LiveRegistry> {
    const releases = await liveReleases(this.#database.em());
    const live = {
      shell: releases.find((release) => release.name === 'shell') ?? null,
      remotes: releases.filter((release) => release.name !== 'shell'),
    };
    this.#lastKnown = live;
    return live;
  }

  /** For pages, which say themselves that data is missing: the last known releases while the database is down. */
  async readOrLastKnown(): Promise<LiveRegistry> {
    try {
      return await this.read();
    } catch (error) {
      if (this.#lastKnown?.shell) return this.#lastKnown;
      throw error;
    }
  }
}
