import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { serverProcessConfigFields } from '../config/process-fields.ts';
import { ConfigError, readConfig } from '../config/read-config.ts';
import { simulatedClockIssue, clockSourceConfigField, isClockSourceAllowed } from './clock-source.ts';

const schema = z
  .object({ ...serverProcessConfigFields(3000), CLOCK_SOURCE: clockSourceConfigField() })
  .refine(isClockSourceAllowed, simulatedClockIssue);
const read = (env: Record<string, string>): unknown => {
  try {
    return readConfig(schema, env).CLOCK_SOURCE;
  } catch (error) {
    return error instanceof ConfigError ? error.issues : error;
  }
};

describe('CLOCK_SOURCE', () => {
  it.each([
    [{}, 'database'],
    [{ NODE_ENV: 'production' }, 'database'],
    [{ NODE_ENV: 'production', CLOCK_SOURCE: 'database' }, 'database'],
    [{ CLOCK_SOURCE: 'http://127.0.0.1:3900/control/clock' }, 'http://127.0.0.1:3900/control/clock'],
    [{ CLOCK_SOURCE: 'machine' }, ['CLOCK_SOURCE must be "database" or an http address']],
    [
      { NODE_ENV: 'production', CLOCK_SOURCE: 'https://time.example/now' },
      ['CLOCK_SOURCE must be "database" in production'],
    ],
    [
      { NODE_ENV: 'production', CLOCK_SOURCE: 'https://time.example/now', PORT: '-1' },
      ['PORT must be at least 0', 'CLOCK_SOURCE must be "database" in production'],
    ],
  ])('read from %j is %j', (env, expected) => {
    expect(read(env)).toEqual(expected);
  });
});
