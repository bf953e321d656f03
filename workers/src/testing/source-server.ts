import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SourceName } from '@ve/domain/vehicle/record/vehicle-record';
import type { VehicleAnswer } from '@ve/providers/vehicle-answer';
import type { VdiCheckAnswer } from '@ve/providers/vdi-check/vdi-check.port';
import type { FullCheckDeps } from '@ve/app/vehicle/vehicle-data-sources';
import type { VehicleDataSources } from '@ve/app/vehicle/vehicle-data-sources';

type Answers<N extends string> = Partial<Record<N, VehicleAnswer<unknown> | VdiCheckAnswer>>;

const free: readonly SourceName[] = ['DVLA', 'DVSA', 'UKVD'];

/**
 * A server for the sources of another process, by default the free ones: each responds what the test sets, and not
 * before.
 */
export const startScriptedSourceServer = async <N extends string = SourceName>(
  names: readonly N[] = free as readonly SourceName[] as readonly N[],
) => {
  let answers: Answers<N> = {};
  const calls = Object.fromEntries(names.map((name) => [name, 0])) as Record<N, number>;
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const source = request.url?.slice(1) as N;
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
    say: (given: Answers<N>) => {
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

/** Adapters for a source server with the sources of a full check. */
export const createFullCheckSourceAdapters = (url: string): FullCheckDeps => ({
  sources: createScriptedSourceAdapters(url),
  registers: { find: async () => (await (await fetch(`${url}/VDI`)).json()) as VdiCheckAnswer },
  valuations: { find: async () => (await (await fetch(`${url}/VALUATION`)).json()) as VehicleAnswer<never> },
});

/** Adapters for a source server. */
export const createScriptedSourceAdapters = (url: string): VehicleDataSources => {
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
