import { ConfigError, readConfig } from '@ve/server-kit/config/read-config';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ZodType } from 'zod';
import { configSchema as workersSchema } from '../../config.ts';
import { failed, notChecked, passed, type DoctorCheck, type DoctorResult } from './doctor-check.ts';
import { configSchema as doctorSchema } from './doctor.config.ts';
import type { Environment } from './doctor-variables.ts';

const remedy = 'Correct what it lists, in the environment or in .env: docs/operations/configure.md';

const check = (schema: ZodType, env: Environment): DoctorResult => {
  try {
    readConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return failed(error.issues.join('\n'), remedy);
    throw error;
  }
  const { NODE_ENV: mode } = env;
  return mode === 'production'
    ? passed('by the rules of production')
    : passed(`by the rules of ${mode ?? 'development'}; with NODE_ENV=production by those of production`);
};

/** The BFF's schema, from its sources or its build; null in an image of the workers alone. */
const loadBffSchema = async (): Promise<ZodType | null> => {
  const file = import.meta.url.endsWith('.ts') ? 'src/config.ts' : 'dist/config.js';
  const module = new URL(`../../../../bff/${file}`, import.meta.url);
  if (!existsSync(fileURLToPath(module))) return null;
  const { configSchema } = (await import(module.href)) as { configSchema: ZodType };
  return configSchema;
};

/** Reads the environment by the schemas of the processes themselves. */
export const configurationChecks = (env: Environment, loadBff = loadBffSchema): DoctorCheck[] => {
  const group = 'Configuration';
  return [
    {
      group,
      name: 'bff',
      remedy,
      run: async () => {
        const schema = await loadBff();
        return schema === null ? notChecked('the BFF is not in this image') : check(schema, env);
      },
    },
    { group, name: 'workers', remedy, run: () => Promise.resolve(check(workersSchema, env)) },
    {
      group,
      name: 'doctor',
      remedy,
      run: () => {
        const result = check(doctorSchema, env);
        return Promise.resolve(result.state === 'passed' ? passed() : result);
      },
    },
  ];
};
