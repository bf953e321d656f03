import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SourceName } from '@ve/domain/report/vehicle-record';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import type { Sources } from '../sources.ts';

type Answers = Partial<Record<SourceName, VehicleAnswer<unknown>>>;

/** The sources of another process: each answers what the test says, or nothing until it says something. */
export const startSourceServer = async () => {
  let answers: Answers = {};
  const calls: Record<SourceName, number> = { DVLA: 0, DVSA: 0, UKVD: 0 };
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const source = request.url?.slice(1) as SourceName;
    calls[source] += 1;
    const answer = () => {
      if (answers[source]) response.end(JSON.stringify(answers[source]));
      else waiting.add(answer);
    };
    answer();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    say: (given: Answers) => {
      answers = given;
      const asked = [...waiting];
      waiting.clear();
      for (const answer of asked) answer();
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Our side of a source server. */
export const servedSources = (url: string): Sources => {
  const port = (source: SourceName) => ({
    find: async (_registration: string, signal?: AbortSignal): Promise<VehicleAnswer<never>> => {
      const answer = await fetch(`${url}/${source}`, signal ? { signal } : {});
      return (await answer.json()) as VehicleAnswer<never>;
    },
  });
  return {
    licensing: port('DVLA'),
    testing: port('DVSA'),
    specification: port('UKVD'),
    close: () => Promise.resolve(),
  };
};
