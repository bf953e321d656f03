import { endpoint } from '../../endpoint.ts';
import { registrySchema } from '../../remote-manifest.ts';

export const readRemotes = endpoint({
  method: 'GET',
  path: '/api/remotes',
  answers: { 200: registrySchema },
  problems: [],
});
