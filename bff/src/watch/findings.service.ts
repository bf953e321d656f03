import { Injectable } from '@nestjs/common';
import type { AnswerOf } from '@ve/contracts/endpoint';
import type { readWatchFindings } from '@ve/contracts/http/watch';
import { listWatchStates } from '@ve/data/alerts/watch-state.repository';
import { listWatchValues } from '@ve/data/alerts/watch-value.repository';
import type { Context } from '@ve/data/context';
import { findSubscriptionOfUser } from '@ve/data/subscription/subscription.repository';
import { findWatch } from '@ve/data/watch/watch.repository';
import { toFindings } from './findings.mapper.ts';

@Injectable()
export class FindingsService {
  /** What is watched for about the user's car; of somebody without a car nothing was read. */
  async read({ em }: Context, userId: string): Promise<AnswerOf<typeof readWatchFindings>> {
    const registration = (await findSubscriptionOfUser(em, userId))?.registration ?? null;
    const states = registration === null ? [] : await listWatchStates(em, userId, registration);
    const values = registration === null ? [] : await listWatchValues(em, userId, registration);
    const watch = await findWatch(em, userId);
    return toFindings({ states, values, hasPlace: watch?.place != null });
  }
}
