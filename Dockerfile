# The Mneme server: documents and records over HTTP, in one SQLite file under /data.
FROM node:24-bookworm AS build
WORKDIR /app
COPY . .
# The packages as they are published, with the dependencies of the lockfile.
RUN npx -y pnpm@12 install --frozen-lockfile \
 && npx -y pnpm@12 --filter-prod "@mneme/cli..." pack --pack-destination /packed \
 && npx -y pnpm@12 --filter @mneme/cli --prod --config.inject-workspace-packages=true deploy /out \
 && node tools/make-image.mjs /packed /out

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /out ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8787/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/bin.js"]
# Another address than the machine's own needs a key first: docker compose run --rm mneme keys create --db /data/mneme.db --scope user:ada
CMD ["serve", "--db", "/data/mneme.db", "--host", "0.0.0.0", "--port", "8787"]
