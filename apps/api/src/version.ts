/** The version of Dossier. A test compares it with package.json, which the production image does not contain. */
export const VERSION = '0.1.0';
