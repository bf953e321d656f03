import * as z from 'zod';
import { httpUrlConfigField, postgresUrlConfigField, serverProcessConfigFields } from './process-fields.ts';
import { ConfigError, readConfig } from './read-config.ts';
import { configIssues } from './testing/config-issues.ts';

const schema = z.object({
  ...serverProcessConfigFields(3000),
  DATABASE_URL: postgresUrlConfigField(),
  PUBLIC_ORIGIN: httpUrlConfigField(),
  API_KEY: z.string().min(8),
});
const good = { DATABASE_URL: 'postgres://u:p@db/app', PUBLIC_ORIGIN: 'http://localhost:3000/', API_KEY: 'long-enough' };

const issuesOf = (env: Record<string, string>): readonly string[] => configIssues(schema, env);

describe('readConfig', () => {
  it('applies defaults, treats an empty variable as not set and ignores unknown ones', () => {
    expect(readConfig(schema, { ...good, PORT: '', HOME: '/root' })).toEqual({
      ...good,
      PUBLIC_ORIGIN: 'http://localhost:3000',
      NODE_ENV: 'development',
      REHEARSAL: false,
      HOST: '127.0.0.1',
      PORT: 3000,
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'json',
      PARENT_PIPE: false,
    });
  });

  it('lists all errors together in plain words', () => {
    expect(issuesOf({ PORT: '70000', LOG_FORMAT: 'xml', PUBLIC_ORIGIN: 'ftp://x', API_KEY: 'short' })).toEqual([
      'PORT must be at most 65535',
      'LOG_FORMAT must be one of: json, pretty',
      'DATABASE_URL is not set',
      'PUBLIC_ORIGIN must be a complete URL with an accepted scheme',
      'API_KEY must have at least 8 characters',
    ]);
  });

  it('reports a value that is not a number', () => {
    expect(issuesOf({ ...good, PORT: 'http' })).toEqual(['PORT must be a number']);
  });

  it('never repeats a configured value', () => {
    const message = new ConfigError(issuesOf({ API_KEY: 'hunter2', DATABASE_URL: 'hunter2', PORT: 'hunter2' })).message;
    expect(message).toContain('API_KEY');
    expect(message).not.toContain('hunter2');
  });
});
