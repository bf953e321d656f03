import { Controller, Get, Header, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsContentCoding } from '../http/accepts-content-coding.ts';
import { NonApiRoute } from '../http/route-rules.ts';
import { DocsService } from './docs.service.ts';

/**
 * Scalar writes style elements (not all with the page's nonce), style attributes and data: images, so only this page
 * allows them. Scripts are as restricted as on all pages, and nothing is loaded from other origins.
 */
const docsSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const docsPage = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
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
  showDeveloperTools: 'never',
  mcp: { disabled: true },
  agent: { disabled: true },
});
`;

@ApiExcludeController()
@Controller('api/docs')
export class DocsController {
  constructor(@Inject(DocsService) private readonly docs: DocsService) {}

  @Get()
  @NonApiRoute('visitor')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', docsSecurityPolicy)
  page(): string {
    return docsPage;
  }

  @Get('openapi.json')
  @NonApiRoute('visitor')
  document(): unknown {
    return this.docs.document();
  }

  @Get('start.js')
  @NonApiRoute('visitor')
  @Header('content-type', 'text/javascript; charset=utf-8')
  start(): string {
    return startScript;
  }

  @Get('scalar.js')
  @NonApiRoute('visitor', { limitShare: 1 })
  async script(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const packed = acceptsContentCoding(request.headers['accept-encoding'], 'br');
    const stream = await this.docs.script(packed);
    void reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        vary: 'accept-encoding',
        ...(packed ? { 'content-encoding': 'br' } : {}),
      })
      .send(stream);
  }
}
