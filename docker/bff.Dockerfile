# The BFF with the shell and the remotes it serves. Also runs the migrations: node libs/app/dist/cli/prepare.js
# Build from the repository: docker build -f docker/bff.Dockerfile -t vehicle-enquiry-bff .
FROM node:26-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund --omit=dev
RUN node tools/compile-servers.mjs
RUN NODE_ENV=production node libs/build/src/cli/build-all.ts
# The stages below contain only the running program: the image brings its Node, and Postgres is another service.
RUN npm ci --no-audit --no-fund --omit=dev --omit=optional --workspace=@ve/bff
RUN rm -rf bff/src libs/*/src

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 STORE_DIR=/app/.store NODE_COMPILE_CACHE=/tmp/node-cache
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/libs/domain ./libs/domain
COPY --from=build /app/libs/contracts ./libs/contracts
COPY --from=build /app/libs/data ./libs/data
COPY --from=build /app/libs/app ./libs/app
COPY --from=build /app/libs/providers ./libs/providers
COPY --from=build /app/libs/server-kit ./libs/server-kit
COPY --from=build /app/bff ./bff
COPY --from=build /app/.store ./.store
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "bff/dist/main.js"]
