import { Inject, Injectable } from '@nestjs/common';
import type { NewsletterConfirmation, NewsletterUnsubscription } from '@ve/contracts/http/newsletter';
import { confirmNewsletter, requestNewsletter, unsubscribeNewsletter } from '@ve/data/newsletter/newsletter.repository';
import { secretTokenHash } from '@ve/server-kit/auth/secret-token';
import { Database } from '../platform/database.ts';
import { type Clock, CLOCK } from '../platform/tokens.ts';

@Injectable()
export class NewsletterService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Queues the mail that asks to confirm; does and tells the same for every address. */
  request(email: string, correlationId: string): Promise<void> {
    return requestNewsletter(this.database.em(), { email, correlationId, now: this.clock() });
  }

  /** Spends a link's token; the database is asked only about one of our form. */
  async confirm(token: string): Promise<NewsletterConfirmation> {
    const hash = secretTokenHash(token);
    return { outcome: hash === null ? 'expired' : await confirmNewsletter(this.database.em(), hash, this.clock()) };
  }

  /** Ends a subscription by a link's token, as often as it is asked. */
  async unsubscribe(token: string): Promise<NewsletterUnsubscription> {
    const hash = secretTokenHash(token);
    return { outcome: hash === null ? 'unknown' : await unsubscribeNewsletter(this.database.em(), hash, this.clock()) };
  }
}
