import { ConfigError, readConfig } from '@ve/server-kit/config/read-config';
import * as z from 'zod';
import { notChecked, type DoctorCheck, type DoctorResult } from './doctor-check.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A check that needs these variables. Where one is missing or wrong, which the configuration's own check reports, it is
 * not run.
 */
export const withVariables = <S extends z.ZodRawShape>(
  env: Environment,
  shape: S,
  run: (variables: z.output<z.ZodObject<S>>, signal: AbortSignal) => Promise<DoctorResult>,
): DoctorCheck['run'] => {
  try {
    const variables = readConfig(z.object(shape), env);
    return (signal) => run(variables, signal);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const names = error.issues.map((issue) => issue.split(' ', 1)[0] ?? '');
    return () => Promise.resolve(notChecked(`it needs ${[...new Set(names)].join(', ')}`));
  }
};

const isSecretName = (name: string): boolean => /(KEY|KEYS|SECRET|TOKEN|PASSWORD)$/.test(name);

const passwordOf = (value: string): string[] => {
  if (!URL.canParse(value)) return [];
  const { password } = new URL(value);
  return password === '' ? [] : [password, decodeURIComponent(password)];
};

/** Shorter values would also remove ordinary words. */
const minSecretLength = 6;

/** Every secret in the environment: values of variables named as such, and passwords in addresses. */
const secretsOf = (env: Environment): string[] =>
  Object.entries(env)
    .flatMap(([name, value = '']) => [
      ...(isSecretName(name) ? [value, ...value.split(/[\s,]+/)] : []),
      ...passwordOf(value),
    ])
    .filter((secret) => secret.length >= minSecretLength);

/** Removes every secret of the environment from a text. */
export const redactSecrets = (text: string, env: Environment): string =>
  secretsOf(env)
    .toSorted((one, other) => other.length - one.length)
    .reduce((redacted, secret) => redacted.replaceAll(secret, '***'), text);
