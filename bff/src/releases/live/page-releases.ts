import { Inject, Injectable } from '@nestjs/common';
import type { Context } from '@ve/data/kernel/context';
import type { ChannelRelease } from '@ve/data/releases/registry/release.repository';
import { chooseReleases } from '@ve/domain/releases/choose-releases';
import type { FastifyRequest } from 'fastify';
import { ReleaseChannels, stableOf } from './live-registry.ts';
import type { LiveRegistry } from './live-registry.ts';
import { Overrides, type PageUnderOverride } from './overrides.ts';
import { PageReadTimeout } from './page-read-timeout.ts';
import { type VisitorChannel, VisitorChannels } from './visitor-channels.ts';

/** The releases of one page. */
export interface PageChoice extends PageUnderOverride {
  visitor: VisitorChannel;
  /** Names that the page has with their canary. */
  canaries: ReadonlySet<string>;
  /** Names of which a canary runs, for whomever. */
  running: ReadonlySet<string>;
  /** What whoever is in no canary is given: for feeds. */
  stable: LiveRegistry;
}

type Asked = Pick<FastifyRequest, 'headers' | 'cookies'>;

const nobody: VisitorChannel = { id: null, isNew: false };

/**
 * Which releases a visitor's page has: of each name the stable one or the canary, by the visitor's channel; over that
 * what staff chose for their own browser.
 */
@Injectable()
export class PageReleases {
  constructor(
    @Inject(ReleaseChannels) private readonly channels: ReleaseChannels,
    @Inject(VisitorChannels) private readonly visitors: VisitorChannels,
    @Inject(Overrides) private readonly overrides: Overrides,
    @Inject(PageReadTimeout) private readonly patience: PageReadTimeout,
  ) {}

  /**
   * For a document. While a canary runs, a visitor without a channel is given one, which `VisitorChannels.keep` has to send
   * with it. While the database does not answer in time: of the last known releases, the stable ones if need be.
   */
  async forPage(request: Asked, context: Context): Promise<PageChoice> {
    const given = await this.channels.readOrLastKnown();
    const visitor = isCanaryIn(given)
      ? await this.patience.try(() => this.visitors.ofPage(request)).catch(() => nobody)
      : nobody;
    return this.#choose(given, visitor, request, context);
  }

  /** For a call of a page that is there already. Rejects while the database does not answer. */
  async forCall(request: Asked, context: Context): Promise<PageChoice> {
    const given = await this.channels.read();
    const visitor = isCanaryIn(given) ? await this.visitors.of(request) : nobody;
    return this.#choose(given, visitor, request, context);
  }

  async #choose(
    given: readonly ChannelRelease[],
    visitor: VisitorChannel,
    request: Asked,
    context: Context,
  ): Promise<PageChoice> {
    const { shell, remotes, canaries } = chooseReleases(given, visitor.id);
    return {
      ...(await this.overrides.of({ shell, remotes }, canaries, request, context)),
      visitor,
      canaries,
      running: new Set(given.filter(({ channel }) => channel === 'canary').map(({ name }) => name)),
      stable: stableOf(given),
    };
  }
}

const isCanaryIn = (given: readonly ChannelRelease[]): boolean => given.some(({ channel }) => channel === 'canary');
