export { createApp } from './app.js';
export {
  type AppOptions,
  defaultServerLimits,
  type ServerLimits,
  type ServerLogger,
} from './http/server-options.js';
export { type ListenOptions, listen, type RunningServer } from './listen.js';
export { openApiDocument } from './open-api.js';
