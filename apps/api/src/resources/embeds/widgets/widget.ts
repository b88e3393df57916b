import type { AddressOptions, Kind, WidgetData } from '@dossier/embeds';
import type { Db } from '@dossier/store';
import type { Route } from '../../../services.ts';

/** The API's side of a widget: the endpoint that returns its iframe, and the data behind its address. */
export type ApiWidget<K extends Kind = Kind> = {
  kind: K;
  route: Route;
  /**
   * Reads the data of a subject.
   * @param options the options of the address: `asOf` is the day that it is pinned to
   * @throws 404
   */
  read(db: Db, subject: string, options?: AddressOptions): Promise<WidgetData[K]>;
};
