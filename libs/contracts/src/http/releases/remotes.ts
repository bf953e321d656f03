import { defineEndpoint } from '../../endpoint.ts';
import { remoteRegistrySchema } from '../../remote-manifest.ts';

export const readRemotes = defineEndpoint({
  method: 'GET',
  path: '/api/remotes',
  answers: { 200: remoteRegistrySchema },
  problems: [],
});
