import { galleryPolicy, renderGallery } from '@dossier/embeds';
import { ApiError, fail } from '@dossier/shared';
import { endSession, storedKeyId } from '@dossier/store';
import { authenticate } from '../../../http/auth/auth.ts';
import { beginSession, removeCookie } from '../../../http/request/session.ts';
import { route, type Route } from '../../../services.ts';
import { isComplete, readChoices } from './choices.ts';
import * as contract from './contract.ts';
import { searchCompanies } from './find.ts';
import { makeEmbed } from './make.ts';
import { realStates } from './real.ts';
import { pageOf, placesOf, seeOther } from './places.ts';
import { savingOf } from './saving.ts';
import { viewBuilder, viewSignIn } from './view.ts';

export const routes: Route[] = [
  route(contract.getBuilder, async (context, input) => {
    const places = placesOf(context);
    if (!context.caller) return pageOf(viewSignIn(places));
    const choices = await readChoices(context, input);
    const { form } = choices;
    const made = form && isComplete(choices) ? await makeEmbed(context, { ...choices, form }) : undefined;
    const isWrong = (made && 'problems' in made) || choices.problem !== undefined;
    const saving = made && !('problems' in made) ? await savingOf(context, choices, made) : undefined;
    return pageOf(viewBuilder(places, choices, made, saving), isWrong ? 400 : 200);
  }),
  route(contract.getBuilderCompanies, async (context, { q = '' }) => {
    if (!context.caller) throw fail('unauthenticated');
    return { companies: await searchCompanies(context, q) };
  }),
  route(contract.getBuilderGallery, async (context) => {
    if (!context.caller) return seeOther(placesOf(context).builder);
    const { publicUrl, scripts } = context;
    const page = renderGallery({
      publicUrl,
      resizing: scripts !== undefined,
      real: await realStates(context),
    });
    return pageOf({ page, policy: galleryPolicy() });
  }),
  route(contract.postSession, async (context, { key }) => {
    const places = placesOf(context);
    const now = context.clock();
    try {
      await authenticate(context, `Token ${key.trim()}`, now);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return pageOf(viewSignIn(places, problems[error.status]), error.status, error.headers);
    }
    const former = context.caller?.session;
    if (former) await endSession(context.db, former.id);
    const keyId = storedKeyId(key.trim());
    const cookie = await beginSession(context, { keyId }, { path: places.builder, now });
    return seeOther(places.builder, { 'Set-Cookie': cookie! });
  }),
  route(contract.postSignOut, async (context) => {
    const { builder } = placesOf(context);
    const session = context.caller?.session;
    if (session) await endSession(context.db, session.id);
    return seeOther(builder, { 'Set-Cookie': removeCookie(context, builder) });
  }),
];

/** What is wrong with a key, by the status of its error. */
const problems: Record<number, string> = {
  401: 'The key is missing, unknown, expired or revoked. Copy it again, or ask your operator for a new one.',
  403: "The key's organization is suspended, or its plan does not include the API. Ask your operator.",
};
