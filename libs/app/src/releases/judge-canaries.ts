import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type CanaryPair,
  findCanaryPairs,
  readCanaryRunFigures,
} from '@ve/data/releases/release-health/canary-run.repository';
import { type CanaryVerdict, canaryVerdict } from '@ve/domain/releases/canary-verdict';

export interface JudgedCanary extends CanaryVerdict {
  /** Of the remote or the shell. */
  name: string;
}

/** How each canary compares with its stable release now: these, or all. */
export const judgeCanaries = async (em: EntityManager, pairs?: readonly CanaryPair[]): Promise<JudgedCanary[]> => {
  const judged: JudgedCanary[] = [];
  for (const pair of pairs ?? (await findCanaryPairs(em))) {
    judged.push({ name: pair.name, ...canaryVerdict((await readCanaryRunFigures(em, pair)).run) });
  }
  return judged;
};
