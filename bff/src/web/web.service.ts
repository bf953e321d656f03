import { Inject, Injectable } from '@nestjs/common';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import type { Config } from '../config.ts';
import { LiveReleases } from '../platform/live-registry.ts';
import { CONFIG } from '../platform/tokens.ts';
import { pageConfigFor } from './contact-form.ts';
import { renderPage } from './page.ts';
import { isAbsent, ownerOf } from './route-owner.ts';
import { PageStore } from './store.ts';

export interface Page {
  /**
   * 404 where no remote owns the path (the shell then shows its own page for that), and where one does but has no such
   * page (the remote then says so).
   */
  status: 200 | 404;
  html: string;
  /** The one foreign origin that this page may frame. */
  frames: string | null;
}

@Injectable()
export class WebService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LiveReleases) private readonly releases: LiveReleases,
    @Inject(PageStore) private readonly store: PageStore,
  ) {}

  /** The page at a path. Throws `service-unavailable` while no shell is published. */
  async page(path: string, nonce: string): Promise<Page> {
    const live = await this.releases.readOrLastKnown();
    const { shell } = live;
    const template = shell && (await this.store.template(shell));
    if (!shell || template === null) throw new ProblemError('service-unavailable', { retryAfterSeconds: 5 });
    const owned = ownerOf(live.remotes, path);
    const prerendered = owned && (await this.store.prerendered(shell, owned.release, owned.route));
    const { config, frames } = pageConfigFor(this.config, owned?.route ?? null);
    return {
      status: owned && !isAbsent(owned) ? 200 : 404,
      html: renderPage({ template, live, shell, owner: owned?.release ?? null, prerendered, config, nonce }),
      frames,
    };
  }

  /** Whether some remote owns the path. */
  async isOwned(path: string): Promise<boolean> {
    return ownerOf((await this.releases.readOrLastKnown()).remotes, path) !== null;
  }

  /** The live shell's version; null if none is published. */
  async shellVersion(): Promise<string | null> {
    return (await this.releases.readOrLastKnown()).shell?.version ?? null;
  }
}
