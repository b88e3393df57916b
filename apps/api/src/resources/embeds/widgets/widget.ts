import type { Kind, WidgetData } from '@dossier/embeds';
import type { Db } from '@dossier/store';
import type { Route } from '../../../services.ts';

/** The API's side of a widget: the endpoint that returns its iframe, and the data behind its address. */
export type ApiWidget<K extends Kind = Kind> = {
  kind: K;
  route: Route;
  /**
   * Reads the data of a subject.
   * @param asOf the day that the address is pinned to
   * @throws 404
   */
  read(db: Db, subject: string, asOf?: string): Promise<WidgetData[K]>;
};
