export { openApiDocument } from './document.ts';
export { NO_EXAMPLE } from './examples.ts';
export * from './json.ts';
export { asForm, withoutTextForm } from './requests.ts';
export { errorTable } from './error-table.ts';
