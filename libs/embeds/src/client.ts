// The first import: it teaches Lit to take over what the server drew.
import '@lit-labs/ssr-client/lit-element-hydrate-support.js';
import './define.ts';
