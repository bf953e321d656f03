import fastify from 'fastify';
import pg from 'pg';

/* The baseline of the BFF's vehicle look-up: Fastify, one prepared statement, the same response. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL) });
const app = fastify();

interface Row {
  licensing: { data: Record<string, unknown> };
  model: string | null;
}

/** The BFF's own statement, so that both run the same query. */
const text = process.env.SQL;
if (text === undefined) throw new Error('SQL is not set');

app.get<{ Querystring: { reg: string } }>('/api/vehicle-lookup', async (request) => {
  const { rows } = await pool.query<Row>({
    name: 'vehicle',
    text,
    values: [request.query.reg],
  });
  const { licensing, model } = rows[0]!;
  const { make, yearOfManufacture, colour, fuelType, engineCapacity } = licensing.data;
  const { dateOfLastV5CIssued, taxStatus, taxDueDate, motStatus, motExpiryDate } = licensing.data;
  return {
    outcome: 'found',
    source: 'DVLA',
    vehicle: {
      registrationNumber: request.query.reg,
      make,
      model,
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

// It must end with its bench.
process.stdin.resume().once('end', () => process.exit());

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST ?? '127.0.0.1' });
