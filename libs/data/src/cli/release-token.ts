import { exitWithUsage } from './exit-with-usage.ts';
import { parseArgs } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { releaseSchema } from '@ve/contracts/remote-manifest';
import * as z from 'zod';
import { writeAuditEntry } from '../identity/audit-log/audit-log.repository.ts';
import { connectDatabase } from '../kernel/database.ts';
import { readDatabaseTime } from '../kernel/database-time.ts';
import {
  newReleaseToken,
  createReleaseToken,
  listReleaseTokens,
  revokeReleaseToken,
} from '../releases/registry/release-token.repository.ts';

const usage = `Usage: npm run release-token -- mfe-report --label "report team CI" [--by operator]
       npm run release-token -- --list
       npm run release-token -- --revoke <id>
A label and a name: up to 60 letters, digits, spaces, dots, hyphens and underscores, no e-mail address.
`;

const words = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$/);
const commandSchema = z.union([
  z.strictObject({
    name: releaseSchema.shape.name,
    label: words,
    by: words.default('operator'),
  }),
  z.strictObject({ list: z.literal(true) }),
  z.strictObject({ revoke: z.uuid() }),
]);
type Command = z.output<typeof commandSchema>;

const actor = 'release-token';

/**
 * Carries out the command and returns the lines to print. Only they contain the token itself: the database stores its
 * hash.
 */
const act = async (em: EntityManager, command: Command): Promise<string[]> => {
  const now = await readDatabaseTime(em);
  if ('list' in command) {
    const tokens = await listReleaseTokens(em);
    const dayOf = (at: Date | null) => at?.toISOString().slice(0, 10) ?? 'never';
    return tokens.map(({ id, name, label, createdAt, createdBy, lastUsedAt, revokedAt }) =>
      [
        `${id}  ${name}  ${label}: made ${dayOf(createdAt)} by ${createdBy}, last used ${dayOf(lastUsedAt)}`,
        ...(revokedAt === null ? [] : [`revoked ${dayOf(revokedAt)}`]),
      ].join(', '),
    );
  }
  if ('revoke' in command) {
    if (!(await revokeReleaseToken(em, command.revoke, now))) throw new Error('no token that works has this id');
    await writeAuditEntry(em, { actor, action: 'release-token.revoked', subject: command.revoke }, now);
    return [`${command.revoke} is revoked.`];
  }
  const { name, label, by } = command;
  const { token, tokenHash } = newReleaseToken();
  const id = await createReleaseToken(em, { name, label, tokenHash, by }, now);
  await writeAuditEntry(em, { actor, action: 'release-token.created', subject: id, details: { name, label, by } }, now);
  return [`RELEASE_TOKEN=${token}`, `It may release ${name}, and is shown only now. To revoke it: --revoke ${id}`];
};

/** Returns undefined where the arguments do not match `usage`. */
const readArguments = (argv: string[]): Command | undefined => {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        label: { type: 'string' },
        by: { type: 'string' },
        list: { type: 'boolean' },
        revoke: { type: 'string' },
      },
    });
    if (positionals.length > 1) return undefined;
    return commandSchema.safeParse({ ...values, ...(positionals[0] === undefined ? {} : { name: positionals[0] }) })
      .data;
  } catch {
    return undefined;
  }
};

const command = readArguments(process.argv.slice(2));
const url = z.url({ protocol: /^postgres(ql)?$/ }).safeParse(process.env.DATABASE_URL);
if (command === undefined) {
  exitWithUsage(usage);
} else if (!url.success) {
  process.stderr.write('DATABASE_URL must be a Postgres URL\n');
  process.exitCode = 1;
} else {
  const orm = await connectDatabase({ url: url.data, poolSize: 2 });
  try {
    const lines = await orm.em.fork().transactional((em) => act(em, command));
    process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  } catch (error) {
    process.stderr.write(`release-token failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await orm.close(true);
  }
}
