import { pictureSvg } from './draw-picture.ts'
import type { Picture } from './picture.ts'

/** Draws outside the answering thread. The program that draws is loaded by the first picture. */
export async function picturePng(picture: Picture): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(pictureSvg(picture), { font: { loadSystemFonts: false } })
  return image.asPng()
}
