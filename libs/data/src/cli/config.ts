import * as z from 'zod';

/** Environment of the prepare command. An empty variable counts as not set. */
export const configSchema = z
  .object({
    NODE_ENV: z
      .enum(['development', 'test', 'production'])
      .default('development')
      .describe(
        '`development`, `test` or `production`, which refuses what is careless there and needs what only it needs',
      ),
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must be a Postgres URL' })
      .describe('The database: `postgresql://user:password@host:port/name`; with `?sslmode=verify-full` over TLS'),
    STORE_DIR: z.string().optional().describe('Folder of the built releases; not set: nothing is published'),
    PREPARE_RELEASES: z
      .enum(['keep', 'replace'], { error: 'must be keep or replace' })
      .default('keep')
      .describe(
        '`keep`: names that teams release stay as they are; `replace`: the built release becomes stable for every name',
      ),
    BACKUP_RECIPIENT: z
      .string()
      .optional()
      .describe('As of the backups: where it is set, a backup that is never begun is late, and an alarm'),
    SEED: z
      .enum(['none', 'demo'], { error: 'must be none or demo' })
      .default('none')
      .describe('`demo`: demo accounts, refused in production; or `none`'),
    DEMO_ACCOUNTS_FILE: z
      .string()
      .optional()
      .describe('File for the passwords of the demo staff; needed with `SEED=demo`'),
    RELEASE_TOKENS_FILE: z
      .string()
      .optional()
      .describe('File for release tokens of a site on one’s own machine; refused in production'),
  })
  .superRefine((config, context) => {
    if (config.RELEASE_TOKENS_FILE !== undefined && config.NODE_ENV === 'production') {
      const message = 'is refused when NODE_ENV is production: make tokens by npm run release-token';
      context.addIssue({ code: 'custom', path: ['RELEASE_TOKENS_FILE'], message });
    }
    if (config.SEED !== 'demo') return;
    if (config.NODE_ENV === 'production') {
      context.addIssue({ code: 'custom', path: ['SEED'], message: 'demo is refused when NODE_ENV is production' });
    }
    if (config.DEMO_ACCOUNTS_FILE === undefined) {
      context.addIssue({ code: 'custom', path: ['DEMO_ACCOUNTS_FILE'], message: 'is needed with SEED=demo' });
    }
  });

export type PrepareCommandConfig = z.infer<typeof configSchema>;

/** Returns the configuration, or all of its errors as messages. Values are never repeated. */
export const readPrepareCommandConfig = (
  env: Record<string, string | undefined>,
): { config: PrepareCommandConfig } | { issues: string[] } => {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = configSchema.safeParse(nonEmpty);
  if (result.success) return { config: result.data };
  return {
    issues: result.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return nonEmpty[name] === undefined && issue.code !== 'custom'
        ? `${name} is not set`
        : `${name} ${issue.message}`;
    }),
  };
};
