import fastify from 'fastify';
import pg from 'pg';

/* The bare thing under the BFF's vehicle look-up: Fastify, one prepared statement, the answer's own few fields. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL) });
const app = fastify();

interface Row {
  record: { licensing: { data: Record<string, unknown> }; testing: { data?: { model?: string | null } } };
}

app.get<{ Querystring: { reg: string } }>('/api/vehicle-lookup', async (request) => {
  const { rows } = await pool.query<Row>({
    name: 'vehicle',
    text: 'select record, fetched_at from vehicles where registration = $1',
    values: [request.query.reg],
  });
  const { licensing, testing } = rows[0]!.record;
  const { make, yearOfManufacture, colour, fuelType, engineCapacity } = licensing.data;
  const { dateOfLastV5CIssued, taxStatus, taxDueDate, motStatus, motExpiryDate } = licensing.data;
  return {
    outcome: 'found',
    vehicle: {
      registrationNumber: request.query.reg,
      make,
      model: testing.data?.model ?? null,
      yearOfManufacture,
      colour,
      fuelType,
      engineCapacity,
      dateOfLastV5CIssued,
      taxStatus,
      taxDueDate,
      motStatus,
      motExpiryDate,
    },
  };
});

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST ?? '127.0.0.1' });
