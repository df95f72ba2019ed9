export {
  type PostgresBackend,
  type PostgresBackendOptions,
  type PostgresPool,
  postgresBackend,
} from './postgres-backend.ts';
