export { createApp } from './app.ts';
export {
  type AppOptions,
  defaultServerLimits,
  type ServerLimits,
  type ServerLogger,
} from './http/server-options.ts';
export { type ListenOptions, listen, type RunningServer } from './listen.ts';
export { openApiDocument } from './open-api.ts';
