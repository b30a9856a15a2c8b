# Stages on Debian: one builds the web pages, one installs what runs; the last holds only that.
FROM node:24-bookworm-slim AS pages
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci --include=dev --include=optional --ignore-scripts
COPY src ./src
RUN node src/launch.mjs build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --include=optional --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_PATH=/data/optionwire.sqlite3
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY migrations ./migrations
COPY src ./src
COPY --from=pages /app/dist ./dist
# Compiled once, so that a start does not strip and compile three hundred files again.
ENV NODE_COMPILE_CACHE=/app/.compile-cache
RUN node src/cli.ts help > /dev/null && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that it gets SIGTERM; the command line is `node src/cli.ts`.
CMD ["node", "src/main.ts"]
