import { Answer } from '../http/endpoint.ts';
import { route, type Route } from '../services.ts';
import * as contract from './contract.ts';
import { answerMessage } from './server.ts';

export const routes: Route[] = [
  route(contract.callTools, async (context, message) => {
    const { status, body } = await answerMessage(context, message);
    return new Answer(body, { status, headers: { 'Cache-Control': 'no-store' } });
  }),
];
