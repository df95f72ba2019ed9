/** Version of this package, as in its package.json. Written into the files that it makes. */
export const packageVersion = '0.1.0';
