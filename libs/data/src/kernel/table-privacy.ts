import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../entities.ts';
import { isRowOfUserSql } from './rows-of-person.ts';

export type TableName = keyof Tables;

/** A condition on the rows of a table; where it is about a person, within `personCteSql`. */
export type SqlCondition = RawBuilder<unknown>;

/** An account that is erased, and everything by which rows that do not have it as their user name it. */
export interface ErasedAccount {
  userId: string;
  /** The hashes by which limits name its addresses (`token_buckets`). */
  limitKeys: string[];
  /** The ids of its rows. */
  rows: string[];
  /** The same, with Stripe's. */
  all: string[];
}

/** What the deletion of an account does with the rows of a table. */
export type ErasureRule =
  /** Deletes the person's rows. */
  | 'rows'
  /** Deletes those of the person's rows that also meet a condition. */
  | { only: SqlCondition }
  /** Deletes rows that are found otherwise. */
  | { where: (account: ErasedAccount) => SqlCondition }
  /** They are deleted with a row of another table, by their foreign key. */
  | { with: TableName }
  /** Deletes rows about a vehicle that no other user has saved, by the column with its registration number. */
  | { ofVehicle: string }
  /** Keeps them, for a reason. */
  | { retained: string };

export interface PurgeCutoff {
  /** Rows from before it are purged: now less the retention, or now for rows with a date of their own. */
  before: Date;
  now: Date;
}

/** How the rows of a table end by an entry of the retention table. */
export type PurgeRule =
  /** Deletes the rows that meet a condition. */
  | ((before: Date) => SqlCondition)
  /** Changes or deletes a batch of up to a thousand rows; returns how many. */
  | { run: (em: EntityManager, time: PurgeCutoff) => Promise<number> }
  /** They end otherwise, as stated. */
  | { otherwise: string };

/** What a copy of their data shows the person of a table. */
interface Exported {
  title: string;
  /** With names that the person understands. */
  columns: RawBuilder<unknown>;
  /** Which rows it shows, where these are more than the person's `rows`. */
  exportedWhere?: SqlCondition;
  /** Rows found only by the address: left out until it is confirmed. */
  matchesAddress?: true;
  /** Columns whose content is in another column or row of the same copy. */
  omits?: readonly string[];
}

interface Ending {
  /** Its key columns; `id` unless stated. */
  key?: string;
  /** Which rows belong to a person. */
  rows?: SqlCondition;
  erase: ErasureRule;
  /** The columns whose values name the person in jobs, mails and events: its own id first, then those of Stripe. */
  namedBy?: readonly string[];
  /** By entry of the retention table (`domain/privacy/retention`). */
  purge?: Readonly<Record<string, PurgeRule>>;
  /** How many rows a purge deletes at a time, where a thousand are too large. */
  purgeBatchSize?: number;
}

/** How one table treats personal data: what a copy shows of it, or why it shows nothing, and what ends its rows. */
export type TablePrivacy = Ending & (Exported | { notExported: string });

/** The tables of one aggregate. */
export type AggregateTablePrivacy = Readonly<Record<string, TablePrivacy>>;

/** The rows of a table with a user, which are deleted with them. */
export const deletedWithUserPrivacy = { rows: isRowOfUserSql, erase: { with: 'users' } } as const;

/** A table without personal data, with the reason. */
export const noPersonalDataPrivacy = (reason: string): { notExported: string; erase: { retained: string } } => ({
  notExported: reason,
  erase: { retained: reason },
});

/** Purges the rows of which `column` is before the retention. */
export const purgeRuleOlderThan =
  (column: string) =>
  (before: Date): SqlCondition =>
    sql`${sql.raw(column)} < ${before.toISOString()}`;

/** Purges the rows that were kept until the date in `column`. */
export const purgeRuleAfterRetainedUntil =
  (column: string) =>
  (now: Date): SqlCondition =>
    sql`${sql.ref(column)} <= ${now.toISOString()}`;
