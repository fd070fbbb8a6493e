FROM oven/bun:1.4.5-slim AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
ARG SITE_URL PUBLIC_URL PUBLIC_API_URL PUBLIC_MEDIA_ORIGINS
RUN bun run build

FROM oven/bun:1.4.5-slim
WORKDIR /app
# Converts videos.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile --production && mkdir /data && chown bun:bun /data
COPY tsconfig.json ./
COPY shared shared
COPY api api
COPY commands commands
COPY --from=build /app/dist dist
USER bun
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD bun -e "process.exit((await fetch('http://127.0.0.1:' + process.env.PORT + '/api/health')).ok ? 0 : 1)"
CMD ["bun", "api/server.ts"]
