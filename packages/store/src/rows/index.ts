export * from './order.ts';
export * from './rows.ts';
export * from './sql.ts';
export * from './within.ts';
