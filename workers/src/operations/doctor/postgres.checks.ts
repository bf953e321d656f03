import type { EntityManager } from '@mikro-orm/postgresql';
import { compareMigrations, type DatabaseServerFacts } from '@ve/data/kernel/database-server.repository';
import { readDatabaseTime } from '@ve/data/kernel/database-time';
import { isLoopbackHost } from '@ve/providers/http/loopback-host';
import { machineTimeMs } from '@ve/server-kit/clock/machine-time';
import { postgresUrlConfigField, queueUrlConfigField } from '@ve/server-kit/config/process-fields';
import { databaseConnectionCounts } from '@ve/server-kit/process/database-connection-counts';
import * as z from 'zod';
import { databaseConnectionsNeeded, parseQueueConcurrency } from '../../connections.ts';
import { failed, notChecked, passed, type DoctorCheck, type DoctorResult } from './doctor-check.ts';
import { withVariables, type Environment } from './doctor-variables.ts';

export interface ExaminedDatabase {
  em(): EntityManager;
  /** Read once for all checks; null: it does not answer. */
  facts: Promise<DatabaseServerFacts | null>;
}

/** A check that runs only where the database answers, which one check reports for all. */
export const withDatabase =
  (
    database: ExaminedDatabase | null,
    run: (em: EntityManager, facts: DatabaseServerFacts) => Promise<DoctorResult>,
  ): DoctorCheck['run'] =>
  async () => {
    if (database === null) return notChecked('it needs DATABASE_URL');
    const facts = await database.facts;
    return facts === null ? notChecked('PostgreSQL does not answer') : run(database.em(), facts);
  };

const oldestMajor = 15;
/** Beyond it a process logs `clock_corrected`. */
const maxClockDifferenceMs = 2_000;
const poolField = () => z.coerce.number().int().min(1).optional();

const sumOfConnections = ({
  bffPool,
  workersPool,
  queuesInPostgres,
}: {
  bffPool: number;
  workersPool: number;
  queuesInPostgres: boolean;
}): { bff: number; workers: number } => {
  const { listening, queues, staffQueues } = databaseConnectionCounts;
  return {
    bff: bffPool + listening + (queuesInPostgres ? staffQueues : 0),
    workers: workersPool + listening + (queuesInPostgres ? queues : 0),
  };
};

export const postgresChecks = (env: Environment, database: ExaminedDatabase | null): DoctorCheck[] => {
  const group = 'PostgreSQL';
  const answersRemedy = 'Start it, or correct DATABASE_URL: docs/operations/alarms/database-or-redis-away.md';
  return [
    {
      group,
      name: 'answers',
      remedy: answersRemedy,
      run: async () => {
        if (database === null) return notChecked('it needs DATABASE_URL');
        return (await database.facts) === null
          ? failed('it does not answer, or refuses user, password or database', answersRemedy)
          : passed();
      },
    },
    {
      group,
      name: 'version',
      remedy: answersRemedy,
      run: withDatabase(database, (_em, { version }) =>
        Promise.resolve(
          Number.parseInt(version, 10) >= oldestMajor
            ? passed(version)
            : failed(
                `version ${version}`,
                `Upgrade the server to PostgreSQL ${oldestMajor} or newer; 18 is what we test`,
              ),
        ),
      ),
    },
    {
      group,
      name: 'TLS',
      remedy: answersRemedy,
      run: withVariables(env, { DATABASE_URL: postgresUrlConfigField() }, ({ DATABASE_URL: url }, signal) => {
        const { hostname } = new URL(url);
        const resultOf = ({ encrypted }: DatabaseServerFacts): DoctorResult => {
          if (encrypted) return passed();
          if (isLoopbackHost(hostname)) return notChecked('the connection stays on this machine');
          if (!hostname.includes('.')) return notChecked(`${hostname} is a name of a private network`);
          return failed('the connection is not encrypted', 'Add ?sslmode=verify-full to DATABASE_URL');
        };
        return withDatabase(database, (_em, facts) => Promise.resolve(resultOf(facts)))(signal);
      }),
    },
    {
      group,
      name: 'connections',
      remedy: answersRemedy,
      run: withVariables(
        env,
        {
          QUEUE_URL: queueUrlConfigField(),
          DATABASE_POOL: poolField(),
          BFF_DATABASE_POOL: poolField(),
          WORKERS_DATABASE_POOL: poolField(),
          QUEUE_CONCURRENCY: z.string().default(''),
        },
        (given, signal) =>
          withDatabase(database, (_em, { connections }) => {
            const jobs = parseQueueConcurrency(given.QUEUE_CONCURRENCY) ?? {};
            const { bff, workers } = sumOfConnections({
              bffPool: given.BFF_DATABASE_POOL ?? given.DATABASE_POOL ?? databaseConnectionCounts.bff,
              workersPool: given.WORKERS_DATABASE_POOL ?? given.DATABASE_POOL ?? databaseConnectionsNeeded(jobs),
              queuesInPostgres: given.QUEUE_URL === undefined,
            });
            const counted = `${connections} for processes; a BFF takes up to ${bff}, workers up to ${workers}`;
            return Promise.resolve(
              bff + workers <= connections
                ? passed(counted)
                : failed(counted, 'Raise max_connections, or lower QUEUE_CONCURRENCY: docs/operations/scale.md'),
            );
          })(signal),
      ),
    },
    {
      group,
      name: 'migrations',
      remedy: answersRemedy,
      run: withDatabase(database, async (em) => {
        const { missing, unknown } = await compareMigrations(em);
        if (unknown.length > 0) {
          return failed(
            `the schema is of another version: ${unknown.join(', ')}`,
            'Run the version that made it, or a newer one: docs/operations/upgrade.md',
          );
        }
        return missing.length === 0
          ? passed()
          : failed(`not yet run: ${missing.join(', ')}`, 'Run prepare: docs/operations/deploy.md');
      }),
    },
    {
      group,
      name: 'clock',
      remedy: answersRemedy,
      run: withDatabase(database, async (em) => {
        const before = machineTimeMs();
        const theirs = (await readDatabaseTime(em)).getTime();
        const difference = Math.max(before - theirs, theirs - machineTimeMs(), 0);
        return difference <= maxClockDifferenceMs
          ? passed()
          : failed(
              `it differs by ${Math.round(difference / 1_000)} s from this machine’s`,
              'Synchronise both by NTP: docs/operations/alarms/clock.md',
            );
      }),
    },
  ];
};
