/** Our own SVG, rasterised by the browser. */
import type { SvgFile } from '../../../../diagram/formats/svg.ts';

/** Browsers refuse larger canvases, some of them by an empty picture. */
const maxSide = 8_192;
const maxPixels = 40_000_000;

export const pngScale = (width: number, height: number): number =>
  Math.min(2, maxSide / Math.max(width, height, 1), Math.sqrt(maxPixels / Math.max(width * height, 1)));

export const toPng = async (svg: SvgFile): Promise<Blob> => {
  const address = URL.createObjectURL(new Blob([svg.text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = pngScale(svg.width, svg.height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(svg.width * scale));
    canvas.height = Math.max(1, Math.round(svg.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This browser gives no canvas to draw on.');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('The picture is too large.')) : resolve(blob)),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(address);
  }
};
