import { Inject, Injectable } from '@nestjs/common';
import type { ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import type { Context } from '@ve/data/kernel/context';
import { addReleaseFailure } from '@ve/data/releases/release-health/release-failure.repository';
import { type ReleaseFailure, releaseFailureKindOf, releaseFailureOf } from '@ve/domain/jobs/error-log/release-failure';
import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../../http/client-network.ts';
import { ClientAddresses } from '../../jobs/client-addresses.ts';
import { type PageChoice, PageReleases } from '../../releases/live/page-releases.ts';
import { VisitorChannels } from '../../releases/live/visitor-channels.ts';
import { ReleaseFailureBudget } from './release-failure-budget.ts';

/**
 * Records that a release failed for a visitor, while a canary of its name runs: what canaries are judged by. Counted is
 * only what a browser with a signed channel cookie says of a release that it is given.
 *
 * A fault of a remote is the shell's as well, and so is one that names no release: a shell with another React or
 * federation runtime breaks the remotes that it runs, so its own name is seldom on the report. Visitors of both shells
 * alike, so that what the remotes break by themselves weighs the same on either side.
 */
@Injectable()
export class ReleaseFailureRecorder {
  /** Of its own: what fills the error log must not hide the faults of a canary. */
  readonly #budget = new ReleaseFailureBudget();

  constructor(
    @Inject(PageReleases) private readonly releases: PageReleases,
    @Inject(VisitorChannels) private readonly visitors: VisitorChannels,
    @Inject(ClientAddresses) private readonly addresses: ClientAddresses,
  ) {}

  /** Rejects while the database does not answer. */
  async take(context: Context, request: FastifyRequest, entry: ErrorLogEntry): Promise<void> {
    const { em, now: clock, client = '' } = context;
    const now = clock();
    // Before anything else: what comes without a cookie of ours takes nothing from those that have one.
    const { id } = await this.visitors.of(request);
    if (id === null) return;
    const network = clientNetwork(client);
    if (!this.#budget.admit({ visitor: id, client, network }, now.getTime())) return;
    const choice = await this.releases.forCall(request, context);
    if (choice.override !== null) return;
    const faults = comparedFailures(choice, entry);
    if (faults.length === 0) return;
    const visitorHash = await this.visitors.hashOf(id);
    const networkHash = await this.addresses.nameOf(`network ${network}`);
    for (const fault of faults) await addReleaseFailure(em, { ...fault, visitorHash, networkHash }, now);
  }
}

/**
 * The faults that a report tells of, one a name: of the release that it names and of the shell, where a canary of that
 * name runs. None where the visitor is no longer given the release that it names: the page is of before.
 */
function comparedFailures({ running, live: { shell, remotes } }: PageChoice, entry: ErrorLogEntry): ReleaseFailure[] {
  const ofShell: ReleaseFailure[] =
    shell === null ? [] : [{ name: shell.name, version: shell.version, kind: releaseFailureKindOf(entry) }];
  const named = releaseFailureOf(entry);
  const faults = named === null || named.name === 'shell' ? ofShell : [named, ...ofShell];
  const given = [...(shell === null ? [] : [shell]), ...remotes];
  const isGiven = named === null || given.some(({ name, version }) => name === named.name && version === named.version);
  return isGiven ? faults.filter(({ name }) => running.has(name)) : [];
}
