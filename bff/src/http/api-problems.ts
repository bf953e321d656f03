import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { type ErrorCode, errors, problemSchema } from '@ve/contracts/errors';

/** The failures a route may answer with, for its documentation. */
export function ApiProblems(...codes: ErrorCode[]): MethodDecorator & ClassDecorator {
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return applyDecorators(
    ...[...byStatus].map(([status, same]) =>
      ApiResponse({
        status,
        description: same.map((code) => `\`${code}\`: ${errors[code].title}`).join('\n\n'),
        standardSchema: problemSchema,
      }),
    ),
  );
}
