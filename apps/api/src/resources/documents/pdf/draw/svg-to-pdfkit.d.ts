/** The part of the package that we use. It has no type definitions. */
declare module 'svg-to-pdfkit' {
  interface Options {
    /** The size of the drawing's area, in points. */
    width: number;
    height: number;
    assumePt: boolean;
    fontCallback: (family: string, bold: boolean, italic: boolean) => string;
    /** Returns the address or the bytes of a picture inside the drawing. */
    imageCallback: (address: string) => string;
    warningCallback: (message: string) => void;
  }
  export default function draw(
    document: PDFKit.PDFDocument,
    svg: string,
    x: number,
    y: number,
    options: Options,
  ): void;
}
