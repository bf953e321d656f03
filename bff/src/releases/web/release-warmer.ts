import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { ChannelRelease } from '@ve/data/releases/registry/release.repository';
import { ReleaseChannelReader } from '../live/live-registry.ts';
import { ReleaseFiles, type ReleaseFilesKey } from './release-files.ts';

/** The places of the releases in channels, and of the pages that each shell has rendered of them. */
const placesOf = (channels: readonly ChannelRelease[]): ReleaseFilesKey[] => {
  const shells = channels.filter(({ name }) => name === 'shell').map(({ release }) => release.version);
  return channels.flatMap(({ name, release: { version } }) => [
    { name, version },
    ...shells.map((renderedBy) => ({ name, version, renderedBy })),
  ]);
};

/**
 * Verifies and caches the files of all releases in channels before they are requested, so that a database that freezes
 * later blocks no page, not even one that was never requested.
 */
@Injectable()
export class ReleaseCacheWarmer implements OnApplicationBootstrap, OnApplicationShutdown {
  #warming = Promise.resolve();
  #stop: () => void = () => undefined;

  constructor(
    @Inject(ReleaseChannelReader) private readonly channels: ReleaseChannelReader,
    @Inject(ReleaseFiles) private readonly files: ReleaseFiles,
  ) {}

  /** In the background: neither the start nor a page waits for it. */
  onApplicationBootstrap(): void {
    this.#stop = this.channels.onChange((channels) => {
      this.#warming = this.#warming.then(() => this.#warm(channels));
    });
    this.channels.read().catch(() => undefined);
  }

  onApplicationShutdown(): void {
    this.#stop();
  }

  /** Sequentially, because it is not urgent. */
  async #warm(channels: readonly ChannelRelease[]): Promise<void> {
    for (const place of placesOf(channels)) await this.files.prepare(place);
  }
}
