import { Inject, Injectable } from '@nestjs/common';
import type { ErrorLogEntry } from '@ve/contracts/http/jobs/error-logs';
import type { Context } from '@ve/data/kernel/context';
import { addToOutbox } from '@ve/data/jobs/outbox/outbox.repository';
import { errorFingerprint } from '@ve/domain/jobs/error-log/fingerprint';
import type { Clock } from '@ve/domain/kernel/time/clock';
import { createLogLimiter } from '@ve/server-kit/log/log-limiter';
import type { Logger } from '@ve/server-kit/log/logger';
import { CLOCK, LOGGER } from '../../platform/tokens.ts';

/** Fixed by specification section 8. Users never read it: they can do nothing about our key. */
const message = 'API key limit reached or invalid';

/** Reports that the address register refuses our key: in the log and among the reported errors. */
@Injectable()
export class AddressErrors {
  readonly #logOnce: (kind: string) => number | null;

  constructor(
    @Inject(CLOCK) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#logOnce = createLogLimiter(clock);
  }

  /**
   * Reports it once a minute. Never throws, so that the visitor's search continues. `code`: the vendor's, or `refused`.
   */
  async report({ em, now: clock, correlationId }: Context, code: number | 'refused'): Promise<void> {
    const suppressed = this.#logOnce(String(code));
    if (suppressed === null) return;
    this.logger.error({ event: 'address_lookup_key_refused', provider: 'IdealPostcodes', code, suppressed }, message);
    const now = clock();
    const entry: ErrorLogEntry = {
      timestamp: now.toISOString(),
      error_type: 'JavaScript Error',
      error_message: message,
      error_stack: null,
      user_agent: 'bff',
      url: '/api/addresses',
      session_id: null,
      component_name: 'Address lookup',
      additional_data: { errorName: `IdealPostcodes ${code}` },
    };
    const payload = { entry, receivedAt: now.toISOString(), fingerprint: errorFingerprint(entry), correlationId };
    try {
      await em.transactional((transaction) => addToOutbox(transaction, 'error-logs.write', payload, { now }));
    } catch (error) {
      this.logger.warn(
        { event: 'error_report_enqueue_failed', err: error, requestId: correlationId },
        'An error report could not be enqueued.',
      );
    }
  }
}
