import * as z from 'zod';
import { httpUrl, postgresUrl, processFields } from './process-fields.ts';
import { ConfigError, readConfig } from './read-config.ts';

const schema = z.object({
  ...processFields(3000),
  DATABASE_URL: postgresUrl(),
  PUBLIC_ORIGIN: httpUrl(),
  API_KEY: z.string().min(8),
});
const good = { DATABASE_URL: 'postgres://u:p@db/app', PUBLIC_ORIGIN: 'http://localhost:3000/', API_KEY: 'long-enough' };

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

describe('readConfig', () => {
  it('fills defaults, counts an empty variable as not set and ignores what it does not know', () => {
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

  it('names every fault at once in plain words', () => {
    expect(faultsOf({ PORT: '70000', LOG_FORMAT: 'xml', PUBLIC_ORIGIN: 'ftp://x', API_KEY: 'short' })).toEqual([
      'PORT must be at most 65535',
      'LOG_FORMAT must be one of: json, pretty',
      'DATABASE_URL is not set',
      'PUBLIC_ORIGIN must be a complete URL with an accepted scheme',
      'API_KEY must have at least 8 characters',
    ]);
  });

  it('says that a word is no number', () => {
    expect(faultsOf({ ...good, PORT: 'http' })).toEqual(['PORT must be a number']);
  });

  it('never repeats a value', () => {
    const message = new ConfigError(faultsOf({ API_KEY: 'hunter2', DATABASE_URL: 'hunter2', PORT: 'hunter2' })).message;
    expect(message).toContain('API_KEY');
    expect(message).not.toContain('hunter2');
  });
});
