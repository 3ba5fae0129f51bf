/** Of the service and its API, as `package.json` has it. */
export const version = '0.1.0';
