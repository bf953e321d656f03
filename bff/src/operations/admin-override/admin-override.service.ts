import { Inject, Injectable } from '@nestjs/common';
import type { ReleaseOverrideAnswer, ReleaseOverrideStatus } from '@ve/contracts/http/operations/admin-override';
import type { ReleaseOverrideTargets } from '@ve/contracts/override';
import type { Context } from '@ve/data/kernel/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { releaseOverrideCookieSeconds, type StaffReleaseOverride } from '../../releases/live/override-cookie.ts';
import { StableReleases } from '../../releases/live/live-registry.ts';
import { ReleaseOverrides } from '../../releases/live/release-overrides.ts';
import { auditActionWithoutChange } from '@ve/app/identity/staff/staff-audit';

/** Null for break-glass access, which pages do not support. */
const sessionOf = ({ actor }: Context): string | null => (actor.kind === 'staff' ? actor.sessionId : null);

const instantOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

@Injectable()
export class AdminReleaseOverrideService {
  constructor(
    @Inject(ReleaseOverrides) private readonly overrides: ReleaseOverrides,
    @Inject(StableReleases) private readonly releases: StableReleases,
  ) {}

  async read(context: Context, request: FastifyRequest): Promise<ReleaseOverrideStatus> {
    const requested = await this.#requested(context, request);
    if (requested === null) return { outcome: 'none' };
    const live = await this.releases.read();
    const { remotes } = await this.overrides.resolve(live, requested.targets, context.em);
    return { outcome: 'set', remotes, until: instantOf(requested.until) };
  }

  /** Replaces the session's earlier override. */
  async set(context: Context, reply: FastifyReply, targets: ReleaseOverrideTargets): Promise<ReleaseOverrideAnswer> {
    const sessionId = sessionOf(context);
    if (sessionId === null) return { outcome: 'no-session' };
    const { remotes } = await this.overrides.resolve(await this.releases.read(), targets, context.em);
    if (remotes.some(({ problem }) => problem !== null)) return { outcome: 'refused', remotes };
    const until = Math.floor(context.now().getTime() / 1_000) + releaseOverrideCookieSeconds;
    await auditActionWithoutChange(context, { action: 'override.set', details: { remotes: targets } });
    await this.overrides.set(reply, { sessionId, until, targets });
    return { outcome: 'set', remotes, until: instantOf(until) };
  }

  async end(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const requested = await this.#requested(context, request);
    this.overrides.end(reply);
    if (requested === null) return;
    await auditActionWithoutChange(context, { action: 'override.ended' });
  }

  async #requested(context: Context, request: FastifyRequest): Promise<StaffReleaseOverride | null> {
    const sessionId = sessionOf(context);
    return sessionId === null ? null : this.overrides.asked(request, sessionId, context);
  }
}
