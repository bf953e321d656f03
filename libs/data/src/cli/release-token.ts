import { exitWithUsage } from './exit-with-usage.ts';
import { parseArgs } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { releaseSchema } from '@ve/contracts/remote-manifest';
import {
  maxReleaseTokenNames,
  releaseActions,
  releaseTokenDays,
  releaseTokenOverlapHours,
} from '@ve/domain/kernel/release/release-token-scope';
import { formatUtcMinute } from '@ve/domain/kernel/time/utc-minute';
import * as z from 'zod';
import type { $ZodType } from 'zod/v4/core';
import { writeAuditEntry } from '../identity/audit-log/audit-log.repository.ts';
import { connectDatabase } from '../kernel/database.ts';
import { readDatabaseTime } from '../kernel/database-time.ts';
import { deleteReleasePreviewsOfToken } from '../releases/preview/release-preview.repository.ts';
import {
  newReleaseToken,
  createReleaseToken,
  limitReleaseToken,
  listReleaseTokens,
  type ReleaseTokenRow,
  revokeReleaseToken,
} from '../releases/registry/release-token.repository.ts';

const usage = `Usage: npm run release-token -- mfe-report[,mfe-search …] --label "report team CI" [--may canary,rollback] [--days 180] [--by operator]
       npm run release-token -- --list
       npm run release-token -- --rotate <id> [--overlap 24] [--days 180] [--by operator]
       npm run release-token -- --revoke <id>
A token is for these names alone, and may ${releaseActions.join(', ')}, or what --may names; it expires after --days, at
most ${String(releaseTokenDays.max)}. --rotate prints a new one of the same names and rights; the old one works for another --overlap hours, 0 to ${String(releaseTokenOverlapHours.max)}.
A label and a name: up to 60 letters, digits, spaces, dots, hyphens and underscores, no e-mail address.
`;

const words = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$/);
/** Values separated by commas, none twice. */
const listOf = <T extends $ZodType<unknown, string>>(value: T) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(value).refine((values) => new Set(values).size === values.length));
const whole = (min: number, max: number, byDefault: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/)
    .default(String(byDefault))
    .transform(Number)
    .pipe(z.number().min(min).max(max));
const days = whole(1, releaseTokenDays.max, releaseTokenDays.default);
const by = words.default('operator');
const commandSchema = z.union([
  z.strictObject({
    names: listOf(releaseSchema.shape.name).refine(({ length }) => length <= maxReleaseTokenNames),
    label: words,
    may: listOf(z.enum(releaseActions)).default([...releaseActions]),
    days,
    by,
  }),
  z.strictObject({ list: z.literal(true) }),
  z.strictObject({
    rotate: z.uuid(),
    overlap: whole(0, releaseTokenOverlapHours.max, releaseTokenOverlapHours.default),
    days,
    by,
  }),
  z.strictObject({ revoke: z.uuid() }),
]);
type Command = z.output<typeof commandSchema>;

const actor = 'release-token';
const hourMs = 3_600_000;

const dayOf = (at: Date | null): string => at?.toISOString().slice(0, 10) ?? 'never';
const minuteOf = (at: Date): string => formatUtcMinute(at.toISOString());

const listed = (token: ReleaseTokenRow, now: Date): string => {
  const { id, names, actions, label, createdAt, createdBy, expiresAt, lastUsedAt, revokedAt } = token;
  return [
    `${id}  ${names.join(',')}  ${label}: may ${actions.join(',')}`,
    `made ${dayOf(createdAt)} by ${createdBy}`,
    `last used ${dayOf(lastUsedAt)}`,
    revokedAt === null
      ? `${expiresAt > now ? 'expires' : 'expired'} ${minuteOf(expiresAt)}`
      : `revoked ${dayOf(revokedAt)}`,
  ].join(', ');
};

/** Creates a token and returns the lines that show it. `replaces`: the id of the one before. */
const create = async (
  em: EntityManager,
  {
    days: validDays,
    replaces = null,
    ...token
  }: Pick<ReleaseTokenRow, 'names' | 'actions' | 'label'> & { days: number; by: string; replaces?: string | null },
  now: Date,
): Promise<string[]> => {
  const { token: secret, tokenHash } = newReleaseToken();
  const expiresAt = new Date(now.getTime() + validDays * 24 * hourMs);
  const id = await createReleaseToken(em, { ...token, tokenHash, expiresAt }, now);
  const action = replaces === null ? 'release-token.created' : 'release-token.rotated';
  const details = { ...token, expiresAt: expiresAt.toISOString(), ...(replaces === null ? {} : { replaces }) };
  await writeAuditEntry(em, { actor, action, subject: id, details }, now);
  const { names, actions } = token;
  return [
    `RELEASE_TOKEN=${secret}`,
    `It may ${actions.join(', ')} ${names.join(', ')} until ${minuteOf(expiresAt)}, and is shown only now. To revoke it: --revoke ${id}`,
  ];
};

/**
 * Carries out the command and returns the lines to print. Only they contain the token itself: the database stores its
 * hash.
 */
const act = async (em: EntityManager, command: Command): Promise<string[]> => {
  const now = await readDatabaseTime(em);
  if ('list' in command) return (await listReleaseTokens(em)).map((token) => listed(token, now));
  if ('revoke' in command) {
    if (!(await revokeReleaseToken(em, command.revoke, now))) throw new Error('no token that works has this id');
    await writeAuditEntry(em, { actor, action: 'release-token.revoked', subject: command.revoke }, now);
    const ended = await deleteReleasePreviewsOfToken(em, command.revoke);
    for (const { preview, name } of ended) {
      const details = { preview, token: command.revoke };
      await writeAuditEntry(em, { actor, action: 'release.preview-ended', subject: name, details }, now);
    }
    return [
      `${command.revoke} is revoked.`,
      ...ended.map(({ preview, name }) => `The preview ${preview} of ${name}, which it had set, has ended.`),
    ];
  }
  if ('rotate' in command) {
    const { rotate: id, overlap, ...more } = command;
    const before = await limitReleaseToken(em, { id, until: new Date(now.getTime() + overlap * hourMs) }, now);
    if (before === null) throw new Error('no token that works has this id');
    const { names, actions, label, expiresAt } = before;
    return [
      ...(await create(em, { names, actions, label, replaces: id, ...more }, now)),
      `${id} works until ${minuteOf(expiresAt)}.`,
    ];
  }
  const { may: actions, ...token } = command;
  return create(em, { ...token, actions }, now);
};

/** Returns undefined where the arguments do not match `usage`. */
const readArguments = (argv: string[]): Command | undefined => {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        label: { type: 'string' },
        may: { type: 'string' },
        days: { type: 'string' },
        by: { type: 'string' },
        rotate: { type: 'string' },
        overlap: { type: 'string' },
        list: { type: 'boolean' },
        revoke: { type: 'string' },
      },
    });
    if (positionals.length > 1) return undefined;
    return commandSchema.safeParse({ ...values, ...(positionals[0] === undefined ? {} : { names: positionals[0] }) })
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
