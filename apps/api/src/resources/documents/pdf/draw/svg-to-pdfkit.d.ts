/** What we use of the package, which comes without types. */
declare module 'svg-to-pdfkit' {
  interface Options {
    /** Of the room for the drawing, in points. */
    width: number;
    height: number;
    assumePt: boolean;
    fontCallback: (family: string, bold: boolean, italic: boolean) => string;
    /** The address or the bytes of a picture inside of the drawing. */
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
