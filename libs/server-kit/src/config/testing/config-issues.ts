import { ConfigError, readConfig } from '../read-config.ts';

/** What an environment is refused for; none if it is read. @throws any other error */
export const configIssues = (
  schema: Parameters<typeof readConfig>[0],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] => {
  try {
    readConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.issues;
    throw error;
  }
  return [];
};
