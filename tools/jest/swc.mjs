/** The options of SWC that turn TypeScript into what Node runs. */
export const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript' },
    transform: { useDefineForClassFields: false },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};
