# The server and the command line of Maktaba, without the embedded PostgreSQL: DATABASE_URL must be set.
# docs/operations.md says how it is run; compose.yaml is an example.

FROM node:24-slim AS build
WORKDIR /build
# The embedded PostgreSQL and Node from npm are of no use here; scripts of packages neither.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# A .git folder is not copied, so the commit is given: docker build --build-arg COMMIT=$(git rev-parse --short HEAD)
ARG COMMIT=
ENV COMMIT=$COMMIT
RUN node scripts/image-tree.ts /image && mkdir -m 0700 /data

FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /image /app
# An id without a name and without rights. A volume takes its owner from here.
COPY --from=build --chown=10001:10001 /data /data
USER 10001:10001
WORKDIR /app
ENV NODE_ENV=production \
    NODE_OPTIONS="--max-semi-space-size=12 --max-old-space-size=512 --expose-gc" \
    HOME=/tmp \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "dist/server/server.js"]
