import { runProcess } from '@ve/server-kit/process/run-process';
import { readWorkersConfig } from './config.ts';
import { startWorkers } from './start-workers.ts';

await runProcess({ name: 'workers', config: readWorkersConfig, start: startWorkers });
