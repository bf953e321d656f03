import { Inject, Injectable } from '@nestjs/common';
import {
  contractVersion,
  type RemoteRegistry,
  type RemoteRegistryEntry,
  type Release,
} from '@ve/contracts/remote-manifest';
import { isSlotName } from '@ve/contracts/slots';
import {
  type ChannelRelease,
  readStoredReleaseChannels,
  type ParsedReleaseCache,
  type UnreadableRelease,
} from '@ve/data/releases/registry/release.repository';
import type { Logger } from '@ve/server-kit/log/logger';
import { BffDatabase } from '../../platform/database.ts';
import { PageDatabaseReadTimeout, pageDatabaseReadTimeoutMs } from './page-read-timeout.ts';
import { CoalescedRead } from '../../platform/coalesced-read.ts';
import { LOGGER_TOKEN } from '../../platform/injection-tokens.ts';

export interface LiveRelease extends Release {
  /** The origin of the development server that serves its files, under an override. */
  local?: string;
  /** Only this preview has its files. */
  previewOnly?: true;
}

export interface LiveRegistry {
  /** Null until a shell is published. */
  shell: LiveRelease | null;
  remotes: LiveRelease[];
}

/** The URL of a release's file. */
export const releaseFileUrlInPage = ({ name, version, local }: LiveRelease, file: string): string =>
  local === undefined ? `/remotes/${name}/${version}/${file}` : `${local}/${file}`;

const chromeOf = ({ pages }: Release): RemoteRegistryEntry['chrome'] =>
  Object.fromEntries(
    Object.entries(pages).flatMap(([route, { phoneHeader }]) => (phoneHeader ? [[route, { phoneHeader }]] : [])),
  );

const toEntry = (release: LiveRelease): RemoteRegistryEntry => ({
  name: release.name,
  version: release.version,
  contract: release.contract,
  routes: release.routes,
  // Slots of another contract version are ignored.
  slots: release.slots.filter(isSlotName),
  entry: releaseFileUrlInPage(release, release.entry),
  preload: release.preload.map((file) => releaseFileUrlInPage(release, file)),
  chrome: chromeOf(release),
  redirects: release.redirects,
});

/** The registry for pages: URLs on their own origin. */
export const toPageRegistry = (live: LiveRegistry): RemoteRegistry => ({
  contract: contractVersion,
  remotes: live.remotes.map(toEntry),
});

/** The stable release of each name. */
export const stableRegistryOf = (channels: readonly ChannelRelease[]): LiveRegistry => {
  const stable = channels.filter(({ channel }) => channel === 'stable').map(({ release }) => release);
  return {
    shell: stable.find(({ name }) => name === 'shell') ?? null,
    remotes: stable.filter(({ name }) => name !== 'shell'),
  };
};

type ChannelListener = (channels: readonly ChannelRelease[]) => void;

/** Concurrent reads of the registry in one process. */
const readsAtOnce = 3;

/**
 * The releases that visitors are served. A page sees every move made before its request: each call gets a read that
 * began after it, shared with concurrent calls.
 */
@Injectable()
export class ReleaseChannelReader {
  readonly #reads: CoalescedRead<readonly ChannelRelease[]>;
  #begun = 0;
  /** The result of the finished read that began last. */
  #lastKnown: { begun: number; channels: readonly ChannelRelease[] } = { begun: 0, channels: [] };
  #unreadable: ReadonlySet<string> = new Set();
  /** Parsed releases: they hardly ever change, and are large compared with the channel rows. */
  #known: ParsedReleaseCache = new Map();
  readonly #listeners = new Set<ChannelListener>();

  constructor(
    @Inject(LOGGER_TOKEN) private readonly logger: Logger,
    @Inject(BffDatabase) private readonly database: BffDatabase,
    @Inject(PageDatabaseReadTimeout) private readonly waitLimitMs: PageDatabaseReadTimeout,
  ) {
    this.#reads = new CoalescedRead(() => this.#read(), readsAtOnce);
  }

  /** Rejects when the database does not answer. */
  read(): Promise<readonly ChannelRelease[]> {
    return this.#reads.run();
  }

  /**
   * For pages, which must not wait for a frozen database: the last known result when the read fails or exceeds the
   * timeout of pages.
   */
  async readOrLastKnown(): Promise<readonly ChannelRelease[]> {
    if (this.#hasShell() && this.#reads.isStuck(pageDatabaseReadTimeoutMs)) return this.#lastKnown.channels;
    const read = this.read();
    try {
      return await (this.#hasShell() ? this.waitLimitMs.wait(read) : read);
    } catch (error) {
      if (this.#hasShell()) return this.#lastKnown.channels;
      throw error;
    }
  }

  /**
   * Calls `listener` whenever the served releases change, also for the first read, until the returned function is
   * called.
   */
  onChange(listener: ChannelListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async #read(): Promise<readonly ChannelRelease[]> {
    const begun = (this.#begun += 1);
    const known = new Map(this.#known);
    const { channels, unreadable } = await readStoredReleaseChannels(this.database.reader, known);
    if (begun < this.#lastKnown.begun) return channels;
    const before = this.#known;
    this.#lastKnown = { begun, channels };
    this.#known = known;
    this.#logUnreadable(unreadable);
    if ([...known.keys()].some((key) => !before.has(key))) {
      for (const listener of this.#listeners) listener(channels);
    }
    return channels;
  }

  #hasShell(): boolean {
    return this.#lastKnown.channels.some(({ name, channel }) => name === 'shell' && channel === 'stable');
  }

  /** Logs each unreadable release once per change, not on every page. */
  #logUnreadable(unreadable: readonly UnreadableRelease[]): void {
    const lines = unreadable.map(({ name, version, issue }) => ({ release: `${name}@${version}`, issue }));
    for (const line of lines) {
      if (!this.#unreadable.has(JSON.stringify(line)))
        this.logger.warn(
          { event: 'live_release_unreadable', ...line },
          'A live release could not be read and is left out.',
        );
    }
    this.#unreadable = new Set(lines.map((line) => JSON.stringify(line)));
  }
}

/** The stable releases only. */
@Injectable()
export class StableReleases {
  constructor(@Inject(ReleaseChannelReader) private readonly channels: ReleaseChannelReader) {}

  /** Rejects when the database does not answer. */
  async read(): Promise<LiveRegistry> {
    return stableRegistryOf(await this.channels.read());
  }

  /** The last known releases while the database does not answer in time. */
  async readOrLastKnown(): Promise<LiveRegistry> {
    return stableRegistryOf(await this.channels.readOrLastKnown());
  }
}
