import 'reflect-metadata';
import { connectDatabase } from '@ve/data/database';
import { runProcess } from '@ve/server-kit/process/run-process';
import { readBffConfig } from './config.ts';
import { createApp } from './create-app.ts';
import { Database } from './platform/database.ts';
import { Metrics } from './platform/metrics.ts';

await runProcess({
  name: 'bff',
  config: readBffConfig,
  start: async (config, logger) => {
    const connection = await connectDatabase({ url: config.DATABASE_URL, poolSize: config.DATABASE_POOL });
    const app = await createApp({ config, logger, database: new Database(connection), metrics: new Metrics() });
    return {
      url: await app.listen(),
      close: async () => {
        await app.close();
        await connection.close();
      },
    };
  },
});
