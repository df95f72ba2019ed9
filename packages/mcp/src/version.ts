/** Version of this package, as in its package.json. Clients show it. */
export const packageVersion = '0.1.0';
