import type { EntityManager } from '@mikro-orm/postgresql';
import { findLiveReleaseApiCalls, findUnservedReleaseApiCalls } from '@ve/data/releases/registry/live-release-calls';
import type { Logger } from '@ve/server-kit/log/logger';
import { StartRefusedError } from '@ve/server-kit/process/start-refused-error';
import type { ServedApiCalls } from '@ve/app/releases/move-if-compatible';

/**
 * Refuses to start when the pages of a live release could not use this service: visitors would be served them
 * immediately. While the database is down nothing can be compared, and no page is served either: logs a warning and
 * continues.
 * @throws StartRefusedError that lists each release, call and difference, and the remedy
 */
export async function requireLiveApiCallsServed(
  em: EntityManager,
  served: ServedApiCalls,
  logger: Logger,
): Promise<void> {
  const live = await findLiveReleaseApiCalls(em).catch((error: unknown) => {
    logger.warn(
      { event: 'live_calls_comparison_failed', err: error },
      'The calls of live releases could not be compared with this service.',
    );
    return [];
  });
  const differences = findUnservedReleaseApiCalls(live, (calls) => served.differences(calls));
  if (differences.length === 0) return;
  throw new StartRefusedError(
    `Live releases were built with an API that this service no longer serves:\n${differences.join('\n')}\n` +
      'Keep the earlier service running. Where an answer changed, release remotes that read both first; where a field ' +
      'is required now, remotes that send it; or serve what is missing beside the new ' +
      '(docs/operations/alarms/process-does-not-start.md).',
  );
}
