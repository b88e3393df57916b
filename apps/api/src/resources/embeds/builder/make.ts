import {
  alternativeText,
  fittingSize,
  hasPicture,
  wantsLog,
  widgetCsv,
  type Address,
  type Kind,
  type Widget,
} from '@dossier/embeds';
import { ApiError } from '@dossier/shared';
import { parseInput } from '../../../http/request/input.ts';
import type { Context } from '../../../services.ts';
import { signed } from '../frame.ts';
import { partsOf } from '../oembed.ts';
import { chosenIn, type Choices } from './choices.ts';
import type { Form } from './forms.ts';
import { snippetsOf, type Snippet } from './snippets.ts';

/** Pixels. A phone shows the whole embed, too. */
const PHONE = 320;

/** An embed with the code to paste. */
export interface Made {
  kind: Kind;
  /** What is drawn. */
  address: Address;
  alternative: string;
  title: string;
  /** The path of the page that the preview shows. */
  path: string;
  /** The size of the iframe in pixels. */
  size: { width: number; height: number };
  /** True if a logarithmic scale would show more. */
  wantsLog: boolean;
  snippets: Snippet[];
  /** The files of the embed: paths of this service. */
  downloads: { label: string; path: string }[];
}

/** The problems of options, by name. Those that belong to no option are under an empty name. */
export type Problems = Record<string, string>;
/** What is wrong with an embed that could not be made. */
export type Invalid = { problems: Problems };

/** Makes the embed of the choices, or returns what is wrong with its options. */
export async function makeEmbed(
  context: Context,
  {
    companies,
    datasets,
    form,
    options,
  }: Pick<Choices, 'companies' | 'datasets' | 'options'> & { form: Form },
): Promise<Made | Invalid> {
  const subjects = form.subject === 'dataset_ids' ? chosenIn(datasets) : companies;
  const named = subjects.map((one) => ('slug' in one ? one.slug : one.id)).join(',');
  const request = (more: Record<string, string>) =>
    requestForm(context, form, { [form.subject]: named, ...more });
  try {
    const { src, title } = await request(options);
    const { address, widget } = await signed(context, partsOf(src, context.publicUrl));
    const size = sizeOf(options, widget);
    const made = await request({ ...options, ...size });
    const { origins: _bound, ...unbound } = options;
    // The preview is on a page of this service, which the origins need not include.
    const preview = address.options.origins === undefined ? made : await request(unbound);
    const path = new URL(preview.src).pathname;
    const alternative = alternativeText(widget, address.options);
    return {
      kind: widget.kind,
      address,
      alternative,
      title,
      path,
      downloads: downloadsOf(widget, path),
      size: { width: Number(size.width), height: Number(size.height) },
      wantsLog: 'scale' in form.fields && wantsLog(widget),
      snippets: snippetsOf(context, { ...made, alternative }),
    };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { problems: problemsOf(error, form) };
    throw error;
  }
}

/** Returns the files that a widget can be downloaded as. */
function downloadsOf(widget: Widget, path: string): Made['downloads'] {
  const files = [
    ...(hasPicture(widget.kind)
      ? [
          ['PNG, 800 pixels wide', '.small.png'],
          ['PNG, 1600 pixels wide', '.png'],
          ['PNG, 1200 by 630 pixels', '.social.png'],
          ['SVG', '.svg'],
          ['PDF', '.pdf'],
        ]
      : []),
    ...(widgetCsv(widget) === undefined ? [] : [['CSV', '.csv']]),
  ];
  return files.map(([label, ending]) => ({ label: label!, path: `${path}${ending}` }));
}

/**
 * Returns the size of the iframe as fields of a request. Without a height of its own, the frame is as high as its content
 * needs in its column and on a phone.
 */
function sizeOf(
  { width, height }: Record<string, string>,
  widget: Widget,
): { width: string; height: string } {
  const usual = fittingSize(widget);
  const across = width === undefined ? usual.width : Number(width);
  const needed = Math.max(
    ...[across, Math.min(across, PHONE)].map((room) => fittingSize(widget, room).height),
  );
  return { width: String(across), height: height ?? String(needed) };
}

interface Requested {
  html: string;
  src: string;
  title: string;
}

/** Requests an embed as a partner would, without a request over HTTP. @throws the errors of the form's endpoint */
async function requestForm(
  context: Context,
  { route: { endpoint, handle } }: Form,
  raw: Record<string, string>,
): Promise<Requested> {
  const input = parseInput(endpoint.input, raw);
  const answer = (await handle(context, input as never)) as { data: { embed_html: string } };
  const html = answer.data.embed_html;
  const attribute = (name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1] ?? '');
  return { html, src: attribute('src'), title: attribute('title') };
}

const unescaped = (markup: string) =>
  markup.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

function problemsOf({ details, message }: ApiError, { fields, subject }: Form): Problems {
  if (!details) return { '': message };
  // What a form is about has no field of its own, so its problem says what is wrong.
  const noun = subject === 'dataset_ids' ? 'The datasets' : 'The companies';
  return Object.fromEntries(
    details.map((one) => (one.field in fields ? [one.field, one.message] : ['', `${noun} ${one.message}.`])),
  );
}
