import { Inject, Injectable } from '@nestjs/common';
import type { Context } from '@ve/data/kernel/context';
import type { ChannelRelease } from '@ve/data/releases/registry/release.repository';
import { chooseReleases } from '@ve/domain/releases/choose-releases';
import type { FastifyRequest } from 'fastify';
import { ReleaseChannelReader, stableRegistryOf } from './live-registry.ts';
import type { LiveRegistry } from './live-registry.ts';
import { ReleaseOverrides, type PageUnderOverride } from './release-overrides.ts';
import { PageDatabaseReadTimeout } from './page-read-timeout.ts';
import { type VisitorChannel, VisitorChannels } from './visitor-channels.ts';

/** The releases of one page. */
export interface PageReleaseChoice extends PageUnderOverride {
  visitor: VisitorChannel;
  /** The names whose canary is on the page. */
  canaries: ReadonlySet<string>;
  /** The names of which a canary runs, for any visitor. */
  running: ReadonlySet<string>;
  /** The releases for visitors in no canary: for feeds. */
  stable: LiveRegistry;
}

type Asked = Pick<FastifyRequest, 'headers' | 'cookies' | 'preview'>;

const noVisitor: VisitorChannel = { id: null, isNew: false };

/**
 * Selects the releases of a visitor's page: of each name the stable one or the canary, by the visitor's channel; then
 * staff's own override. The pages of a preview have the stable releases of all others.
 */
@Injectable()
export class PageReleaseSelector {
  constructor(
    @Inject(ReleaseChannelReader) private readonly channels: ReleaseChannelReader,
    @Inject(VisitorChannels) private readonly visitors: VisitorChannels,
    @Inject(ReleaseOverrides) private readonly overrides: ReleaseOverrides,
    @Inject(PageDatabaseReadTimeout) private readonly readTimeout: PageDatabaseReadTimeout,
  ) {}

  /**
   * For a document. While a canary runs, a visitor without a channel gets one, which `VisitorChannels.keep` must send
   * with the document. If the database does not answer in time, uses the last known releases, and the stable ones if
   * the channel cannot be read.
   */
  async forPage(request: Asked, context: Context): Promise<PageReleaseChoice> {
    const given = await this.channels.readOrLastKnown();
    const preview = await this.#ofPreview(given, request, context);
    if (preview !== null) return preview;
    const visitor = isCanaryIn(given)
      ? await this.readTimeout.try(() => this.visitors.ofPage(request)).catch(() => noVisitor)
      : noVisitor;
    return this.#choose({ given, visitor, request }, context);
  }

  /** For a call from an open page. Rejects while the database does not answer. */
  async forCall(request: Asked, context: Context): Promise<PageReleaseChoice> {
    const given = await this.channels.read();
    const preview = await this.#ofPreview(given, request, context);
    if (preview !== null) return preview;
    const visitor = isCanaryIn(given) ? await this.visitors.of(request) : noVisitor;
    return this.#choose({ given, visitor, request }, context);
  }

  /** Null on the site itself. No visitor there is in a canary, so nothing is counted for one. */
  async #ofPreview(
    given: readonly ChannelRelease[],
    { preview }: Asked,
    { em }: Context,
  ): Promise<PageReleaseChoice | null> {
    if (preview?.shows == null) return null;
    const stable = stableRegistryOf(given);
    const shown = await this.overrides.ofPreview(stable, preview.shows, em);
    return { ...shown, visitor: noVisitor, canaries: new Set(), running: new Set(), stable };
  }

  async #choose(
    { given, visitor, request }: { given: readonly ChannelRelease[]; visitor: VisitorChannel; request: Asked },
    context: Context,
  ): Promise<PageReleaseChoice> {
    const { shell, remotes, canaries } = chooseReleases(given, visitor.id);
    return {
      ...(await this.overrides.of({ shell, remotes }, { canaries, request }, context)),
      visitor,
      canaries,
      running: new Set(given.filter(({ channel }) => channel === 'canary').map(({ name }) => name)),
      stable: stableRegistryOf(given),
    };
  }
}

const isCanaryIn = (given: readonly ChannelRelease[]): boolean => given.some(({ channel }) => channel === 'canary');
