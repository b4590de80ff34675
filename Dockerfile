# Countersign in one image. With DATABASE_URL it uses that server; without, it keeps its own PostgreSQL in /data.
# docs/guides/operations.md says how to run it; `docker exec <container> countersign` shows its commands.
FROM node:24-slim AS build

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund
COPY . .
# The pages are built once. What they are built from is not needed afterwards, nor is the packaged Node: the image brings its own.
# npm's list of what is installed stays as it was, so that the launcher does not install it again.
RUN node src/cli/build-pages.ts \
  && cp node_modules/.package-lock.json /tmp/installed \
  && npm uninstall --no-save --omit=dev --no-audit --no-fund \
    @base-ui/react @fontsource-variable/geist-mono @tailwindcss/vite @tanstack/react-query \
    @tanstack/react-router @vitejs/plugin-react clsx lucide-react react react-dom tailwindcss vite \
  && mv /tmp/installed node_modules/.package-lock.json \
  && rm -rf node_modules/node-linux-*
# Links the libraries of the packaged PostgreSQL while this tree can still be written.
RUN node --input-type=module --eval 'import { findBinaries } from "/app/src/embedded/binaries.ts"; findBinaries(undefined)'

FROM node:24-slim
LABEL org.opencontainers.image.title="Countersign" org.opencontainers.image.licenses="Apache-2.0" org.opencontainers.image.version="0.1.0"
WORKDIR /app
COPY --from=build /app /app
RUN install -d -o node -g node -m 0700 /data && ln -s /app/bin/countersign.mjs /usr/local/bin/countersign

USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
# It asks the process itself, so that it does not matter whom its certificate is for.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "--eval", "const { TLS_CERT_FILE, PORT } = process.env; process.env.NODE_TLS_REJECT_UNAUTHORIZED = 0; fetch(`${TLS_CERT_FILE ? 'https' : 'http'}://127.0.0.1:${PORT}/healthz`).then(r => process.exitCode = r.ok ? 0 : 1)"]
CMD ["node", "src/main.ts"]
