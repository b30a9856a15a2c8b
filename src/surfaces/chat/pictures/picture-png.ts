import { pictureSvg } from './draw-picture.ts'
import type { Picture } from './picture.ts'

/**
 * Holds the answering thread for about 10 ms, to read the SVG and to write the file; threads of the library draw. It is
 * loaded by the first picture.
 */
export async function picturePng(picture: Picture): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(pictureSvg(picture), { font: { loadSystemFonts: false } })
  return image.asPng()
}
