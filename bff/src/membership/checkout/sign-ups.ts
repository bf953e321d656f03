import { Inject, Injectable } from '@nestjs/common';
import { findSignUp, signUpChannel, type SignUpRow } from '@ve/data/membership/sign-up/sign-up.repository';
import { Database } from '../../platform/database.ts';
import { Watch } from '../../platform/watch.ts';
import type { WatchedWork } from '../../platform/watched-work.ts';

/** The workers retry for longer, but no browser waits so long. */
const longestMs = 60_000;

/** Paid sign-ups as watched work: done when the workers have finished them. */
@Injectable()
export class SignUps {
  readonly work: WatchedWork<SignUpRow>;

  constructor(@Inject(Watch) watch: Watch, @Inject(Database) database: Database) {
    this.work = watch.register<SignUpRow>({
      channel: signUpChannel,
      read: (id) => findSignUp(database.em(), id),
      isDone: ({ status }) => status !== 'open',
      longestMs,
    });
  }
}
