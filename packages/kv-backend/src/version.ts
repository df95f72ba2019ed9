/** Version of this package, as in its package.json. */
export const packageVersion = '0.1.0';
