import * as z from 'zod';
import { httpUrlConfigField } from './process-fields.ts';

/** `OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_TRACES_SAMPLER_ARG`: where traces go, and how many. */
export const tracingConfigFields = () => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrlConfigField()
    .optional()
    .describe('Receiver of traces by OTLP over HTTP, `http://collector:4318`; not set: nothing is traced'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe('Share of the traces that are recorded, decided when a request arrives'),
});
