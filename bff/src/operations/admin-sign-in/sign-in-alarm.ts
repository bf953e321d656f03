import { Inject, Injectable } from '@nestjs/common';
import type { Context } from '@ve/data/kernel/context';
import type { StaffSignInAttemptSubject, StaffSignInAttemptWatcher } from '@ve/app/identity/staff/sign-in-staff';
import { ProblemError } from '@ve/app/kernel/problem-error';
import type { Logger } from '@ve/server-kit/log/logger';
import { ClientAddressHasher } from '@ve/app/jobs/client-address-hasher';
import { BffMetrics } from '../../platform/metrics.ts';
import { LOGGER_TOKEN } from '../../platform/injection-tokens.ts';

type Step = Parameters<StaffSignInAttemptWatcher['attempt']>[1];

const leadsOn = new Set(['code', 'enrol', 'signed-in', 'opened']);

/** What an alert counts, from 0, so that the first one is an increase. */
const guesses: readonly (readonly [Step, string])[] = [
  ['password', 'refused'],
  ['password', 'locked'],
  ['code', 'wrong-code'],
  ['code', 'locked'],
];

/** Makes guessing at staff sign-ins visible: counts each attempt by its result, and logs a warning for a failed one. */
@Injectable()
export class StaffSignInAttemptRecorder implements StaffSignInAttemptWatcher {
  constructor(
    @Inject(BffMetrics) private readonly metrics: BffMetrics,
    @Inject(LOGGER_TOKEN) private readonly logger: Logger,
    @Inject(ClientAddressHasher) private readonly addresses: ClientAddressHasher,
  ) {
    for (const [step, result] of guesses) metrics.staffSignIns.inc({ step, result }, 0);
  }

  async attempt<T extends { answer: { outcome: string } }>(
    context: Context,
    step: Step,
    run: (about: StaffSignInAttemptSubject) => Promise<T>,
  ): Promise<T> {
    const about: StaffSignInAttemptSubject = {};
    try {
      const done = await run(about);
      await this.#saw(context, { step, result: done.answer.outcome }, about);
      return done;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'sign-in-attempts-exceeded') {
        await this.#saw(context, { step, result: 'locked' }, about);
      }
      throw error;
    }
  }

  async #saw(
    { client, correlationId }: Context,
    seen: { step: Step; result: string },
    about: StaffSignInAttemptSubject,
  ): Promise<void> {
    this.metrics.staffSignIns.inc(seen);
    if (leadsOn.has(seen.result)) return;
    const from = await this.addresses.nameOf(client);
    this.logger.warn(
      { event: 'staff_sign_in_refused', ...seen, ...about, client: from, requestId: correlationId },
      'An attempt to sign in as staff was refused.',
    );
  }
}
