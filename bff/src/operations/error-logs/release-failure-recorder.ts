import { Inject, Injectable } from '@nestjs/common';
import type { ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import type { Context } from '@ve/data/kernel/context';
import { addReleaseFailure } from '@ve/data/releases/release-health/release-failure.repository';
import {
  type ReleaseFailure,
  releaseFailureKindOf,
  releaseFailureOfErrorReport,
} from '@ve/domain/jobs/error-log/release-failure';
import type { FastifyRequest } from 'fastify';
import { networkOfClientAddress, ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import { type PageReleaseChoice, PageReleaseSelector } from '../../releases/live/page-release-selector.ts';
import { VisitorChannels } from '../../releases/live/visitor-channels.ts';
import { ReleaseFailureReportBudget } from './release-failure-budget.ts';

/**
 * Records that a release failed for a visitor while a canary of its name runs; canaries are judged by these failures.
 * Counts only reports of browsers with a signed channel cookie about a release that they are served.
 *
 * A failure of a remote also counts for the shell, and so does one without a release: a shell with another React or
 * federation runtime breaks the remotes that it runs, so the shell is seldom named in the report. This applies to
 * visitors of both shells, so that failures caused by the remotes weigh equally on both sides.
 */
@Injectable()
export class ReleaseFailureRecorder {
  /** A separate budget: a flooded error log must not hide the failures of a canary. */
  readonly #budget = new ReleaseFailureReportBudget();

  constructor(
    @Inject(PageReleaseSelector) private readonly releases: PageReleaseSelector,
    @Inject(VisitorChannels) private readonly visitors: VisitorChannels,
    @Inject(ClientAddressHasher) private readonly addresses: ClientAddressHasher,
  ) {}

  /** Rejects while the database does not answer. */
  async take(context: Context, request: FastifyRequest, entry: ErrorLogEntry): Promise<void> {
    const { em, now: clock, client = '' } = context;
    const now = clock();
    // Checked first: reports without our cookie must not use up the budget of others.
    const { id } = await this.visitors.of(request);
    if (id === null) return;
    const network = networkOfClientAddress(client);
    if (!this.#budget.admit({ visitor: id, client, network }, now.getTime())) return;
    const choice = await this.releases.forCall(request, context);
    if (choice.override !== null) return;
    const failures = comparedFailures(choice, entry);
    if (failures.length === 0) return;
    const visitorHash = await this.visitors.hashOf(id);
    const networkHash = await this.addresses.nameOf(`network ${network}`);
    for (const failure of failures) await addReleaseFailure(em, { ...failure, visitorHash, networkHash }, now);
  }
}

/**
 * The failures in a report, one per name: of the release that it names and of the shell, where a canary of that name
 * runs. Empty when the visitor is no longer served the named release, because the page is outdated.
 */
function comparedFailures(
  { running, live: { shell, remotes } }: PageReleaseChoice,
  entry: ErrorLogEntry,
): ReleaseFailure[] {
  const ofShell: ReleaseFailure[] =
    shell === null ? [] : [{ name: shell.name, version: shell.version, kind: releaseFailureKindOf(entry) }];
  const named = releaseFailureOfErrorReport(entry);
  const failures = named === null || named.name === 'shell' ? ofShell : [named, ...ofShell];
  const given = [...(shell === null ? [] : [shell]), ...remotes];
  const isGiven = named === null || given.some(({ name, version }) => name === named.name && version === named.version);
  return isGiven ? failures.filter(({ name }) => running.has(name)) : [];
}
