import { defineElements } from './index.ts';

defineElements();
