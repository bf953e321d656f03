# The stand-ins for DVLA, DVSA and UK Vehicle Data: for trials, never for production.
# Build from the repository: docker build -f docker/sandbox.Dockerfile -t vehicle-enquiry-sandbox .
FROM node:26-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund --omit=dev
RUN node tools/compile-servers.mjs
# The stages below contain only the running program: the image brings its Node.
RUN npm ci --no-audit --no-fund --omit=dev --omit=optional --workspace=@ve/sandbox
RUN rm -rf sandbox/src

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3900 NODE_COMPILE_CACHE=/tmp/node-cache
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/sandbox ./sandbox
USER node
EXPOSE 3900
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3900/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "sandbox/dist/main.js"]
