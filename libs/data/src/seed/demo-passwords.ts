import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod';
import { demoAccounts } from './demo-accounts.ts';

const fileSchema = z.object({
  accounts: z.array(
    z.object({
      email: z.string(),
      is: z.string(),
      registration: z.string().nullable(),
      /** Null: this account signs in by an e-mailed link. */
      password: z.string().min(12).nullable(),
    }),
  ),
});

export type DemoAccountsFile = z.infer<typeof fileSchema>;

/**
 * The demo accounts with the staff passwords from `file`; missing ones are generated and written there, readable by the
 * owner only.
 */
export const keepDemoPasswords = async (file: string): Promise<DemoAccountsFile> => {
  const kept = await readKept(file);
  const wanted: DemoAccountsFile = {
    accounts: demoAccounts.map((account) => ({
      email: account.email,
      is: account.is,
      registration: account.customer?.vehicle.registration ?? null,
      password: account.customer ? null : (kept.get(account.email) ?? randomBytes(15).toString('base64url')),
    })),
  };
  await mkdir(dirname(file), { recursive: true });
  // Written to a new file and renamed: never half-written, and 0600 even if the old file had other permissions.
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${JSON.stringify(wanted, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
  return wanted;
};

const readKept = async (file: string): Promise<Map<string, string>> => {
  const text = await readFile(file, 'utf8').catch(() => '');
  const parsed = fileSchema.safeParse(parseJson(text));
  if (!parsed.success) return new Map();
  return new Map(parsed.data.accounts.flatMap(({ email, password }) => (password === null ? [] : [[email, password]])));
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
