import { printableText } from '@ve/domain/kernel/text/printable-text';
import { connectDatabase, findPendingMigrations, migrate, OlderSchemaError } from '@ve/data/kernel/database';
import { readDatabaseTime } from '@ve/data/kernel/database-time';
import { type ReleaseStorePublishResult, publishReleaseStore } from '../releases/publish-store.ts';
import { planBackups } from '@ve/data/operations/backup/plan-backups';
import { loadOrCreateReleaseTokens } from '@ve/data/releases/registry/local-release-tokens';
import { loadOrCreateDemoPasswords } from '@ve/data/seed/demo-passwords';
import { seedDemo } from '@ve/data/seed/seed-demo';
import { exitWithUsage } from '@ve/data/cli/exit-with-usage';
import { readPrepareCommandConfig, type PrepareCommandConfig } from '@ve/data/cli/config';

/** Exit code after which the launcher recreates its own database. */
const olderSchemaCode = 3;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const logPublished = (published: ReleaseStorePublishResult | null): void => {
  if (published === null) {
    say('remotes: no live.json in the store, nothing published');
    return;
  }
  say(`remotes: ${published.stable.length} live`);
  for (const name of published.kept) {
    say(
      `remotes: ${name} stays as its team has released it; the release of this version is stored and given to nobody`,
    );
  }
  for (const { name, version, stable } of published.withdrawn) {
    say(
      `remotes: WARNING: ${name} stays at ${stable}: somebody has taken ${version} from visitors. Deploy a version that ` +
        'mends it, or give it to visitors again at /admin/releases',
    );
  }
  for (const { shell, name, version } of published.unrendered) {
    const [again, of] = published.stable.includes('shell') ? ['shell', shell] : [name, version];
    say(
      `remotes: WARNING: ${name} ${version} has no prerendered pages by shell ${shell}: run npm run release ${again} ` +
        `from the commit of ${again} ${of}`,
    );
  }
  for (const what of published.different) say(`remotes: ${what} is stored with other content, which is kept`);
};

const prepare = async (config: PrepareCommandConfig): Promise<void> => {
  const orm = await connectDatabase({ url: config.DATABASE_URL, poolSize: 4 });
  try {
    for (const name of await migrate(orm)) say(`database: applied ${name}`);
    say('database: schema up to date');
    const now = await readDatabaseTime(orm.em.fork());
    if (config.BACKUP_RECIPIENT !== undefined) await planBackups(orm.em.fork(), now);
    if (config.SEED === 'demo' && config.DEMO_ACCOUNTS_FILE !== undefined) {
      await seedDemo(orm.em.fork(), await loadOrCreateDemoPasswords(config.DEMO_ACCOUNTS_FILE), now);
      say('database: demo accounts ready');
    }
    if (config.STORE_DIR !== undefined) {
      const { STORE_DIR: store, PREPARE_RELEASES: mode } = config;
      const published = await publishReleaseStore(orm.em.fork(), { store, mode, by: 'prepare' }, now);
      logPublished(published);
      if (config.RELEASE_TOKENS_FILE !== undefined && published !== null) {
        const names = [...published.stable, ...published.kept, ...published.withdrawn.map(({ name }) => name)].sort();
        await loadOrCreateReleaseTokens(orm.em.fork(), { file: config.RELEASE_TOKENS_FILE, names }, now);
      }
    }
  } finally {
    await orm.close(true);
  }
};

const rehearse = async (config: PrepareCommandConfig): Promise<void> => {
  const orm = await connectDatabase({ url: config.DATABASE_URL, poolSize: 1 });
  try {
    const pending = await findPendingMigrations(orm);
    for (const name of pending) say(`database: would apply ${name}`);
    if (pending.length === 0) say('database: schema up to date');
    say('Nothing was changed.');
  } finally {
    await orm.close(true);
  }
};

const usage = `Usage: node libs/app/dist/cli/prepare.js [--dry-run]
Brings the database up to date: migrations, SEED, the releases of STORE_DIR and the plan of backups. --dry-run lists the
migrations alone, and changes nothing.
`;

const args = process.argv.slice(2);
const read = readPrepareCommandConfig(process.env);
if (args.some((arg) => arg !== '--dry-run')) {
  exitWithUsage(usage);
} else if ('issues' in read) {
  process.stderr.write(`The configuration has errors:\n${read.issues.map((issue) => `  - ${issue}`).join('\n')}\n`);
  process.exitCode = 1;
} else {
  try {
    await (args.includes('--dry-run') ? rehearse : prepare)(read.config);
  } catch (error) {
    // Releases are the work of others.
    const reason = printableText(error instanceof Error ? error.message : String(error));
    process.stderr.write(`prepare failed: ${reason}\n`);
    process.exitCode = error instanceof OlderSchemaError ? olderSchemaCode : 1;
  }
}
