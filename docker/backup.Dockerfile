# The nightly backup: the commands of the workers on the image of the server, whose client programs are of its version.
# Build from the repository: docker build -f docker/backup.Dockerfile -t vehicle-enquiry-backup .
FROM node:26-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund --omit=dev
RUN node tools/compile-servers.mjs
# The stages below contain only the running program: the image brings its Node, and Postgres is another service.
RUN npm ci --no-audit --no-fund --omit=dev --omit=optional --workspace=@ve/workers
RUN rm -rf workers/src libs/*/src

FROM postgres:18
# What Node needs in addition; the authorities are for a server that is reached over TLS.
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libatomic1 ca-certificates \
  && rm -rf /var/lib/apt/lists/* && install -d -o 1000 -g 1000 -m 700 /backups
COPY --from=build /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production BACKUP_DIR=/backups NODE_COMPILE_CACHE=/tmp/node-cache
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/libs/domain ./libs/domain
COPY --from=build /app/libs/contracts ./libs/contracts
COPY --from=build /app/libs/data ./libs/data
COPY --from=build /app/libs/app ./libs/app
COPY --from=build /app/libs/providers ./libs/providers
COPY --from=build /app/libs/server-kit ./libs/server-kit
COPY --from=build /app/workers ./workers
USER 1000:1000
# The image of the server would start one.
ENTRYPOINT []
CMD ["node", "--enable-source-maps", "workers/dist/operations/backup/backup.command.js", "--nightly"]
