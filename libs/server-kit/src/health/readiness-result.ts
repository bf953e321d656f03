import pTimeout from 'p-timeout';

/** A readiness condition: resolves when it holds, rejects otherwise. */
export type ReadinessCheck = () => Promise<unknown>;

export interface ReadinessResult {
  ready: boolean;
  checks: Record<string, 'ok' | 'failed'>;
}

/**
 * Runs all checks concurrently; one that takes longer than `timeoutMs` has failed. Never rejects and never gives
 * reasons.
 */
export async function checkReadiness(
  checks: Readonly<Record<string, ReadinessCheck>>,
  timeoutMs = 2_000,
): Promise<ReadinessResult> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await pTimeout(Promise.resolve().then(check), { milliseconds: timeoutMs });
        return [name, 'ok'] as const;
      } catch {
        return [name, 'failed'] as const;
      }
    }),
  );
  return { ready: results.every(([, state]) => state === 'ok'), checks: Object.fromEntries(results) };
}
