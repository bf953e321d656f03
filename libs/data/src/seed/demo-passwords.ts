import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { writeOwnerOnlyJson } from '../kernel/owner-only-json.ts';
import { demoAccounts } from './demo-accounts.ts';

const fileSchema = z.object({
  accounts: z.array(
    z.object({
      email: z.string(),
      is: z.string(),
      registration: z.string().nullable(),
      /** Null: this account signs in by a mailed link. */
      password: z.string().min(12).nullable(),
    }),
  ),
});

export type DemoAccountsFile = z.infer<typeof fileSchema>;

/**
 * Returns the demo accounts with the staff passwords from `file`; missing ones are generated and written there,
 * readable by the owner only.
 */
export const loadOrCreateDemoPasswords = async (file: string): Promise<DemoAccountsFile> => {
  const stored = await readStored(file);
  const wanted: DemoAccountsFile = {
    accounts: demoAccounts.map((account) => ({
      email: account.email,
      is: account.is,
      registration: account.customer?.vehicle.registration ?? null,
      password: account.customer ? null : (stored.get(account.email) ?? randomBytes(15).toString('base64url')),
    })),
  };
  await writeOwnerOnlyJson(file, wanted);
  return wanted;
};

const readStored = async (file: string): Promise<Map<string, string>> => {
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
