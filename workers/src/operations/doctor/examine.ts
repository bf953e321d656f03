import { closeDatabase, connectDatabase } from '@ve/data/kernel/database';
import { readDatabaseServerFacts } from '@ve/data/kernel/database-server.repository';
import { readDatabaseTime } from '@ve/data/kernel/database-time';
import { clockReadingOptions } from '@ve/server-kit/clock/clock-source';
import { postgresUrlConfigField } from '@ve/server-kit/config/process-fields';
import pTimeout from 'p-timeout';
import { companyChecks } from './company.checks.ts';
import { configurationChecks } from './configuration.checks.ts';
import { runDoctorChecks, type DoctorFinding } from './doctor-check.ts';
import type { Environment } from './doctor-variables.ts';
import { mailDomainChecks } from './mail-domain.checks.ts';
import { messagingChecks } from './messaging.checks.ts';
import { postgresChecks, type ExaminedDatabase } from './postgres.checks.ts';
import { publicOriginChecks } from './public-origin.checks.ts';
import { redisChecks } from './redis.checks.ts';
import { serviceChecks } from './service.checks.ts';
import { stripeChecks } from './stripe.checks.ts';
import { vehicleVendorChecks } from './vehicle-vendors.checks.ts';

/** Connections of the checks, which run side by side. */
const poolSize = 4;

interface OpenDatabase extends ExaminedDatabase {
  close(): Promise<void>;
}

const openDatabase = async (url: string, timeoutMs: number): Promise<OpenDatabase> => {
  const orm = await connectDatabase({ url, poolSize });
  const em = () => orm.em.fork();
  const facts = pTimeout(readDatabaseServerFacts(em()), { milliseconds: timeoutMs }).catch(() => null);
  return { em, facts, close: () => closeDatabase(orm) };
};

/** The time of the service: the simulated one of a stand-in, where one is configured. */
const readServiceTime = (env: Environment, database: ExaminedDatabase | null): Promise<Date> =>
  clockReadingOptions(env['CLOCK_SOURCE'] ?? 'database', () => {
    if (database === null) throw new Error('There is no database');
    return readDatabaseTime(database.em());
  }).readTime();

/**
 * Runs every check, each for `timeoutMs` at most, and changes nothing. The environment is the one of the processes:
 * theirs, or the `.env` of both.
 */
export const examine = async (env: Environment, timeoutMs: number): Promise<DoctorFinding[]> => {
  const url = postgresUrlConfigField().safeParse(env['DATABASE_URL']);
  // Half the time, so that the checks that need the database can report that it does not answer.
  const database = url.success ? await openDatabase(url.data, timeoutMs / 2) : null;
  try {
    return await runDoctorChecks(
      [
        ...configurationChecks(env),
        ...postgresChecks(env, database),
        ...redisChecks(env),
        ...vehicleVendorChecks(env),
        ...stripeChecks(env),
        ...messagingChecks(env),
        ...mailDomainChecks(env),
        ...publicOriginChecks(env),
        ...serviceChecks(env, database, () => readServiceTime(env, database)),
        ...companyChecks(env),
      ],
      timeoutMs,
    );
  } finally {
    await database?.close();
  }
};
