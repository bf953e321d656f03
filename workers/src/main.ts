import { runServerProcess } from '@ve/server-kit/process/run-process';
import { readWorkersConfig } from './config.ts';
import { startWorkers } from './start-workers.ts';

await runServerProcess({ name: 'workers', config: readWorkersConfig, start: startWorkers });
