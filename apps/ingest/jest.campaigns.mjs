import { campaigns } from '../../jest.base.mjs';
import tests from './jest.config.mjs';

export default campaigns(tests);
