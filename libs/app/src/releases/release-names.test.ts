import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { releaseSchema } from '@ve/contracts/remote-manifest';
import { releaseNamePattern, releaseVersionPattern } from '@ve/domain/kernel/release/release-names';
import fc from 'fast-check';
import { openTestDatabase } from '@ve/data/testing/open-test-database';
import { minimalReleaseFiles } from '../testing/publish-release.ts';
import { storeRelease } from './store-release.ts';

let db: Awaited<ReturnType<typeof openTestDatabase>>;
const em = () => db.orm.em.fork();
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

/** Mostly the characters that matter to the rule. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'.-_/\\%aZ0 \n\t@~é'), minLength: 1, maxLength: 66 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 70 }).filter((text) => !text.includes('\0')),
  fc.constantFrom('.', '..', '.unfinished', '-', '--', 'a'.repeat(64), 'a'.repeat(65)),
);
const names = fc.oneof(
  texts,
  texts.map((text) => `mfe-${text}`),
);

interface Check {
  name: string;
  column: string;
  expression: string;
}

/** The constraints on the format of a version or a name, as stored in the database. */
const checksOf = (field: 'version' | 'name'): Promise<Check[]> =>
  em()
    .getConnection()
    .execute(
      `select conname as name, attname as column, pg_get_expr(conbin, conrelid) as expression
       from pg_constraint join pg_attribute on attrelid = conrelid and conkey = array[attnum]
       where contype = 'c' and attname in (?, ?) and conrelid::regclass::text ~ '^(release_|remote_|prerendered_|route_)'
         and pg_get_expr(conbin, conrelid) like '% ~ %'`,
      [field, field === 'version' ? 'shell_version' : 'name'],
    );

it.each([
  ['version', texts, releaseVersionPattern, 6],
  ['name', names, releaseNamePattern, 6],
] as const)('schema, rule and database agree on the %s of a release', async (field, anything, source, count) => {
  const { [field]: schema } = releaseSchema.shape;
  const pattern = new RegExp(`^${source}$`);
  const given = fc.sample(anything, 2_000);
  const checks = await checksOf(field);
  expect(checks.length).toBeGreaterThanOrEqual(count);
  for (const text of given) expect([text, schema.safeParse(text).success]).toEqual([text, pattern.test(text)]);
  for (const { name, column, expression } of checks) {
    const differing = await em()
      .getConnection()
      .execute<{ text: string }[]>(
        `select "${column}" as text from jsonb_to_recordset(?::jsonb) as given("${column}" text, valid boolean)
         where (${expression}) <> valid`,
        [JSON.stringify(given.map((text) => ({ [column]: text, valid: pattern.test(text) })))],
      );
    expect([name, differing]).toEqual([name, []]);
  }
});

it.each(['.', '..', '.unfinished', '-1', 'a/b', 'x'.repeat(65)])(
  'a release of version %j is not stored',
  async (version) => {
    const release = {
      ...{ name: 'mfe-report', version, routes: [], slots: [], contract: '1.0.0', entry: 'a.js' },
      ...{ preload: [], styles: [], fonts: [], document: null },
    };
    await expect(
      storeRelease(em(), { upload: { release, ...minimalReleaseFiles }, by: 'test' }, new Date()),
    ).rejects.toThrow(/version/);
  },
);
