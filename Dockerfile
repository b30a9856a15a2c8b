# Stages on Debian: one builds the web pages and the program, one installs the runtime dependencies; the last contains only the results.
# The base image is named by its digest, so that a build tomorrow uses what was tested today. For another release of Node,
# change both: docker buildx imagetools inspect node:24-bookworm-slim
FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS built
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci --include=dev --include=optional --ignore-scripts
COPY src ./src
RUN node src/launch.mjs build
# What they were built from, CycloneDX.
RUN npm sbom --sbom-format=cyclonedx > sbom-built.cdx.json

FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --include=optional --ignore-scripts
# What the service runs on, CycloneDX. npm leaves packages out that development needs, too, so it must not know of those.
RUN npm pkg delete devDependencies && npm sbom --sbom-format=cyclonedx > sbom.cdx.json

FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
# The allocator; see docs/operate.md, Memory.
RUN apt-get update && apt-get install --yes --no-install-recommends libjemalloc2=5.3.0-1 && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_PATH=/data/optionwire.sqlite3
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY --from=packages /app/sbom.cdx.json ./
COPY --from=built /app/sbom-built.cdx.json ./
COPY migrations ./migrations
COPY --from=built /app/dist ./dist
# A volume that is mounted there the first time gets their owner.
RUN mkdir /data /backups && chown node:node /data /backups
# Compiles once, so that a start need not: as the user of the service, because Node keeps what it compiled for each user
# apart. Without settings the service ends with 1 when all of it has been read.
ENV NODE_COMPILE_CACHE=/app/.compile-cache
RUN mkdir .compile-cache && chown node:node .compile-cache \
  && setpriv --reuid=node --regid=node --clear-groups node dist/program/cli.js help > /dev/null \
  && { setpriv --reuid=node --regid=node --clear-groups node dist/program/main.js 2> /dev/null || test $? = 1; } \
  && chown -R root:root .compile-cache && chmod -R a+rX .compile-cache
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1, so that it gets SIGTERM. For commands run `node dist/program/cli.js`.
# As `npm start`: see docs/operate.md, Memory.
ENV LD_PRELOAD=libjemalloc.so.2 MALLOC_CONF=narenas:1,dirty_decay_ms:2000,background_thread:true
CMD ["node", "--max-semi-space-size=4", "--expose-gc", "dist/program/main.js"]
