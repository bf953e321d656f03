import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { randomBytes } from 'node:crypto';
import { DocsService } from './docs.service.ts';

/**
 * Scalar writes style elements, for which it takes the page's nonce, and style attributes and data: pictures,
 * for which it has no other way; so this page alone allows those two. Scripts stay as strict as everywhere.
 */
const docsSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const docsPage = (nonce: string): string => `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" content="${nonce}">
<title>Vehicle Enquiry API</title>
</head>
<body>
<div id="app"></div>
<script src="/api/docs/scalar.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const startScript = `Scalar.createApiReference('#app', {
  url: '/api/docs/openapi.json',
  withDefaultFonts: false,
  hideClientButton: true,
  telemetry: false,
  agent: { disabled: true },
});
`;

@ApiExcludeController()
@Controller('api/docs')
export class DocsController {
  constructor(@Inject(DocsService) private readonly docs: DocsService) {}

  @Get()
  page(@Res() reply: FastifyReply): void {
    const nonce = randomBytes(16).toString('base64');
    void reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', docsSecurityPolicy(nonce))
      .send(docsPage(nonce));
  }

  @Get('openapi.json')
  document(): unknown {
    return this.docs.document();
  }

  @Get('start.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  start(): string {
    return startScript;
  }

  @Get('scalar.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  script(): Promise<string> {
    return this.docs.script();
  }
}
