/** Of this package, as in its package.json. Kept in the files that it makes. */
export const packageVersion = '0.1.0';
