/** A chart as a PNG file, with a line of text that says what it shows. */

const PADDING = 16
const LINE = 30

interface PictureText {
  readonly title: string
  readonly note: string
}

/** Draws the chart below its title, and hands the file to the browser. */
export function savePicture(
  chart: HTMLCanvasElement,
  colours: { ink: string; soft: string; raised: string },
  text: PictureText,
): void {
  const scale = devicePixelRatio
  const picture = document.createElement('canvas')
  const top = (LINE + PADDING) * scale
  picture.width = chart.width + 2 * PADDING * scale
  picture.height = chart.height + top + PADDING * scale
  const pen = picture.getContext('2d')
  if (!pen) return
  pen.fillStyle = colours.raised
  pen.fillRect(0, 0, picture.width, picture.height)
  pen.drawImage(chart, PADDING * scale, top)
  pen.textBaseline = 'middle'
  const middle = (PADDING + LINE / 2) * scale
  pen.fillStyle = colours.ink
  pen.font = `600 ${15 * scale}px system-ui, sans-serif`
  pen.fillText(text.title, PADDING * scale, middle)
  pen.textAlign = 'right'
  pen.fillStyle = colours.soft
  pen.font = `${12 * scale}px system-ui, sans-serif`
  pen.fillText(text.note, picture.width - PADDING * scale, middle)
  picture.toBlob((file) => {
    if (file) download(file, `${text.title.replaceAll(/[^\w.-]+/g, '_')}.png`)
  })
}

function download(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download has begun when the click returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
