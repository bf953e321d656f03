import { Inject, Injectable } from '@nestjs/common';
import type { ContactEnquiry } from '@ve/contracts/http/contact';
import { receiveContactMessage } from '@ve/data/contact/contact-message.repository';
import { ProblemError } from '@ve/server-kit/errors/problem-error';
import { Database } from '../platform/database.ts';
import { type Clock, CLOCK } from '../platform/tokens.ts';

const aDayInSeconds = 86_400;

@Injectable()
export class ContactService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Keeps the enquiry and queues its mails. @throws ProblemError `too-many-requests` beyond the limit of one address */
  async send(enquiry: ContactEnquiry, correlationId: string): Promise<void> {
    const result = await receiveContactMessage(this.database.em(), enquiry, { correlationId, now: this.clock() });
    if (result === 'too-many') {
      throw new ProblemError('too-many-requests', {
        retryAfterSeconds: aDayInSeconds,
        detail: 'We have taken as many messages from this e-mail address as we can in one day.',
      });
    }
  }
}
