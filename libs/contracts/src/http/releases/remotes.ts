import { defineEndpoint } from '../../endpoint.ts';
import { remoteRegistrySchema } from '../../remote-manifest.ts';

export const readRemotesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/remotes',
  answers: { 200: remoteRegistrySchema },
  problems: [],
});
