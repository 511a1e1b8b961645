# Lyceum as an image: the compiled program with its files (decision 92), without PostgreSQL, Redis and a chain of its own.
#
#   docker build --build-arg REVISION="$(git rev-parse HEAD)" --tag lyceum .
#   docker buildx build --platform linux/amd64,linux/arm64 --build-arg REVISION="$(git rev-parse HEAD)" \
#     --tag registry.example.org/lyceum:0.1.0 --push .
#
# REVISION is the commit that the start line, `lyceum_build_info` and the label of the image name: the build has no Git.
# test/deployment.test.ts compares this file with the sources. scripts/image-trial.sh builds and runs the image; docs/scaling.md says
# what it has shown.

# The program for another processor is compiled on the own one, so nothing runs in an emulator.
FROM --platform=$BUILDPLATFORM oven/bun:1.4.4-slim AS build
WORKDIR /src
COPY package.json bun.lock bunfig.toml ./
COPY packages/empty packages/empty
RUN bun install --frozen-lockfile --production
COPY LICENSE THIRD_PARTY_NOTICES tsconfig.json ./
COPY content content
COPY contracts contracts
COPY deploy/systemd deploy/systemd
COPY migrations migrations
COPY packages/client/src packages/client/src
COPY scripts scripts
COPY src src
COPY web web
ARG TARGETARCH
ARG REVISION=unknown
# The embedded PostgreSQL is for machines that have none; here DATABASE_URL names one.
RUN processor="${TARGETARCH:-$(dpkg --print-architecture)}" \
  && LYCEUM_COMMIT="$REVISION" bun scripts/build-binary.ts --without-postgres --out /out/lyceum --target "linux-$(echo "$processor" | sed s/amd64/x64/)" \
  && mkdir /out/data

# No command runs in this stage: it is made for any processor.
FROM debian:bookworm-slim
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Lyceum" \
  org.opencontainers.image.description="A self-hosted, gamified learning platform" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
# The bill of materials is /opt/lyceum/sbom.cdx.json. Only root can change the program.
COPY --from=build /out/lyceum /opt/lyceum
COPY --from=build --chown=1000:1000 /out/data /data
ENV LYCEUM_ENV=production DATA_DIR=/data HOME=/tmp PATH=/opt/lyceum:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
WORKDIR /opt/lyceum
USER 1000:1000
# Everything else may be read-only, if /tmp is a tmpfs.
VOLUME /data
# A worker listens on 3001 unless PORT says otherwise.
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["lyceum", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["lyceum"]
CMD ["start"]
