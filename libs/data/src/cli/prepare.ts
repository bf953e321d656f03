import { connectDatabase, migrate } from '../database.ts';
import { readDatabaseTime } from '../database-time.ts';
import { publishStore } from '../registry/publish-store.ts';
import { keepDemoPasswords } from '../seed/demo-passwords.ts';
import { seedDemo } from '../seed/seed-demo.ts';
import { readPrepareConfig, type PrepareConfig } from './config.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const prepare = async (config: PrepareConfig): Promise<void> => {
  const orm = await connectDatabase({ url: config.DATABASE_URL, poolSize: 4 });
  try {
    await migrate(orm);
    say('database: schema up to date');
    const now = await readDatabaseTime(orm.em.fork());
    if (config.SEED === 'demo' && config.DEMO_ACCOUNTS_FILE !== undefined) {
      await seedDemo(orm.em.fork(), await keepDemoPasswords(config.DEMO_ACCOUNTS_FILE), now);
      say('database: demo accounts ready');
    }
    if (config.STORE_DIR !== undefined) {
      const published = await publishStore(orm.em.fork(), config.STORE_DIR, 'prepare', now);
      say(published === null ? 'remotes: no live.json in the store, nothing published' : `remotes: ${published} live`);
    }
  } finally {
    await orm.close(true);
  }
};

const read = readPrepareConfig(process.env);
if ('issues' in read) {
  process.stderr.write(`The configuration has errors:\n${read.issues.map((issue) => `  - ${issue}`).join('\n')}\n`);
  process.exitCode = 1;
} else {
  try {
    await prepare(read.config);
  } catch (error) {
    process.stderr.write(`prepare failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
