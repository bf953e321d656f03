/** Settings of the vendors that the BFF calls. Nothing listens there, unless a test stands in for one. */
export const vendorEnv = {
  IDEAL_POSTCODES_URL: 'http://127.0.0.1:9',
  IDEAL_POSTCODES_API_KEY: 'key',
};
