import type { EntityManager } from '@mikro-orm/postgresql';

/** The car for which an account was opened. */
export interface OpenedAccount {
  customerId: string;
  registration: string;
}

/** The effects of a new account in business contexts that membership does not depend on, within the same transaction. */
export interface AccountListener {
  /** A sign-up has opened an account, or begun a trial of an existing one. */
  accountOpened(em: EntityManager, account: OpenedAccount, queued: { now: Date; correlationId: string }): Promise<void>;
}
