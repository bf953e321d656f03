import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server for the URLs of all vendors: DVLA knows no vehicle, every other call fails. */
export const startFailingVendors = async () => {
  const server = createServer((request, response) => {
    request.resume();
    const isDvla = request.url?.endsWith('/vehicle-enquiry/v1/vehicles') ?? false;
    response.writeHead(isDvla ? 404 : 503, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ errors: [{ status: '404', code: '404', title: 'Vehicle Not Found', detail: 'No record' }] }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
