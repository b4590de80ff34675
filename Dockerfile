# Countersign in one image. With DATABASE_URL it uses that server; without, it keeps its own PostgreSQL in /data.
# docs/guides/operations.md says how to run it; `docker exec <container> countersign` shows its commands.
FROM node:24-slim

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings its own Node, so the packaged one can go.
RUN npm ci --omit=dev --no-audit --no-fund && npm cache clean --force && rm -rf node_modules/node-linux-*
COPY . .
# The pages are built once; the tools that build them are not needed afterwards.
RUN node src/cli/build-pages.ts && rm -rf node_modules/vite node_modules/@rolldown node_modules/lightningcss* node_modules/@tailwindcss node_modules/lucide-react
# Links the libraries of the packaged PostgreSQL while this tree can still be written.
RUN node --input-type=module --eval 'import { findBinaries } from "/app/src/embedded/binaries.ts"; findBinaries(undefined)' \
  && install -d -o node -g node -m 0700 /data \
  && ln -s /app/bin/countersign.mjs /usr/local/bin/countersign

USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(r => process.exitCode = r.ok ? 0 : 1)"]
CMD ["node", "src/main.ts"]
