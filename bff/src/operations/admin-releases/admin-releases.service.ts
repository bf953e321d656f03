import { Inject, Injectable } from '@nestjs/common';
import type { EndpointAnswerBody, ParsedRequestBody } from '@ve/contracts/endpoint';
import type {
  moveReleaseByStaffEndpoint,
  readReleaseStatusesEndpoint,
  ReleaseStatus,
  StaffReleaseMoveOutcome,
  ReleaseChannelStatus,
} from '@ve/contracts/http/operations/admin-releases';
import type { Context } from '@ve/data/kernel/context';
import {
  findReleaseChannels,
  type ReleaseMoveRow,
  listReleaseMoves,
  findRollbackVersion,
  type ReleaseChannelState,
} from '@ve/data/releases/registry/release-move.repository';
import { listReleasePreviews } from '@ve/data/releases/preview/release-preview.repository';
import { type ListedRelease, listReleases } from '@ve/data/releases/registry/release.repository';
import {
  canaryPairOf,
  readCanaryRunFigures,
  canaryComparedSince,
  type CanaryRunFigures,
} from '@ve/data/releases/release-health/canary-run.repository';
import {
  findReleaseWebVitals,
  type WebVitalReadingCount,
} from '@ve/data/releases/release-health/release-vital.repository';
import { findEmailsByUserId } from '@ve/data/identity/user/user.repository';
import { canaryVerdict } from '@ve/domain/releases/canary-verdict';
import { startOfHour } from '@ve/domain/kernel/time/start-of-hour';
import { moveReleaseIfCompatible, ServedApiCalls } from '@ve/app/releases/move-if-compatible';
import { actingStaffOf } from '@ve/app/identity/staff/staff-audit';
import { webVitalAtP75, type WebVitalMetric } from '@ve/domain/releases/vital-scale';

const aDay = 86_400_000;
/** Maximum releases shown per name. */
const maxReleases = 10;
const maxMoves = 20;

type Asked = ParsedRequestBody<typeof moveReleaseByStaffEndpoint>;

@Injectable()
export class AdminReleasesService {
  constructor(@Inject(ServedApiCalls) private readonly served: ServedApiCalls) {}

  async read(context: Context): Promise<EndpointAnswerBody<typeof readReleaseStatusesEndpoint>> {
    const { em } = context;
    const releases = await listReleases(em);
    const names = [...new Set(releases.map(({ name }) => name))].toSorted();
    const statuses: ReleaseStatus[] = [];
    for (const name of names) {
      statuses.push(
        await readServiceStatus(
          context,
          name,
          releases.filter((each) => each.name === name),
        ),
      );
    }
    return { names: await nameActors(em, statuses) };
  }

  /** Moves a release with a reason and audits it, unless another move was faster or the release is not compatible. */
  async move(context: Context, name: string, { move, seen, reason }: Asked): Promise<StaffReleaseMoveOutcome> {
    const { name: actor, userId } = actingStaffOf(context.actor);
    const audited = { actor, ...(userId === null ? {} : { actorUserId: userId }) };
    const checkedMove = { name, move, by: userId ?? actor, why: reason, audited, seen };
    const moved = await moveReleaseIfCompatible(this.served, checkedMove, context);
    return moved.outcome === 'refused' ? moved : { outcome: moved.outcome };
  }
}

async function readServiceStatus(
  { em, now }: Context,
  name: string,
  releases: readonly ListedRelease[],
): Promise<ReleaseStatus> {
  const channels = await findReleaseChannels(em, name);
  const pair = canaryPairOf(name, channels);
  const since = pair === null ? new Date(now().getTime() - aDay) : canaryComparedSince(pair);
  const readings = await findReleaseWebVitals(em, name, startOfHour(since));
  const figures = pair === null ? null : await readCanaryRunFigures(em, pair);
  const moves = await listReleaseMoves(em, name, maxMoves);
  const previews = await listReleasePreviews(em, name, now());
  const inChannel = (wanted: 'stable' | 'canary') => {
    const state = channels.find(({ channel }) => channel === wanted);
    return state === undefined ? null : channelStatusOf(state, figures, readings);
  };
  return {
    name,
    stable: inChannel('stable'),
    canary: inChannel('canary'),
    verdict: figures === null ? null : canaryVerdict(figures.run),
    before: await findRollbackVersion(em, name),
    releases: releases.slice(0, maxReleases).map(({ version, publishedAt, publishedBy, builtFrom }) => ({
      version,
      publishedAt: publishedAt.toISOString(),
      publishedBy,
      builtFrom,
    })),
    moves: moves.map(toMove),
    previews: previews.map(({ preview, version, expiresAt, setAt, setBy }) => ({
      ...{ preview, version, setBy },
      expiresAt: expiresAt.toISOString(),
      setAt: setAt.toISOString(),
    })),
  };
}

const toMove = ({
  id,
  action,
  from,
  to,
  share,
  createdAt: at,
  createdBy: by,
  reason: why,
}: ReleaseMoveRow): ReleaseStatus['moves'][number] => ({
  ...{ id, action, from, to, share, by, why },
  at: at.toISOString(),
});

/** Replaces the account ids by e-mail addresses. */
async function nameActors(em: Context['em'], statuses: readonly ReleaseStatus[]): Promise<ReleaseStatus[]> {
  const all = statuses.flatMap(({ stable, canary, moves }) => [stable?.by, canary?.by, ...moves.map(({ by }) => by)]);
  const emails = await findEmailsByUserId(
    em,
    all.filter((by) => by !== undefined),
  );
  const named = <T extends { by: string }>(of: T): T => ({ ...of, by: emails.get(of.by) ?? of.by });
  return statuses.map(({ stable, canary, moves, ...rest }) => ({
    ...rest,
    stable: stable && named(stable),
    canary: canary && named(canary),
    moves: moves.map(named),
  }));
}

type Readings = readonly Pick<WebVitalReadingCount, 'version' | 'metric' | 'step' | 'readingCount'>[];

/** The state of a channel for staff: the release in it, the figures for its verdict, and its speed. */
function channelStatusOf(
  { channel, version, share, assignedAt: since, assignedBy: by }: ReleaseChannelState,
  run: CanaryRunFigures | null,
  readings: Readings,
): ReleaseChannelStatus {
  const speedOf = (metric: WebVitalMetric) => {
    const own = readings.filter((each) => each.version === version && each.metric === metric);
    return { p75: webVitalAtP75(metric, own), readings: own.reduce((sum, each) => sum + each.readingCount, 0) };
  };
  return {
    ...{ version, share, by },
    since: since.toISOString(),
    figures: run && figuresOf(run, channel),
    speed: { LCP: speedOf('LCP'), INP: speedOf('INP'), CLS: speedOf('CLS') },
  };
}

function figuresOf(
  figures: CanaryRunFigures,
  channel: ReleaseChannelState['channel'],
): NonNullable<ReleaseChannelStatus['figures']> {
  const { loads, faults } = figures[channel];
  return {
    loads,
    faulty: figures.run[channel].faulty,
    errors: faults.kinds.error,
    failedLoads: faults.kinds['failed-load'],
  };
}
