/** Supported content encodings, best first: zstd is smallest and cheapest on this data. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const
export type ContentEncoding = (typeof ENCODINGS)[number]

/** The best encoding that `Accept-Encoding` allows, by quality and then by our order; undefined for the plain text. */
export function chooseEncoding(header: string | undefined): ContentEncoding | undefined {
  if (!header) return undefined
  const qualities = qualitiesOf(header)
  const other = qualities.get('*') ?? 0
  let best: ContentEncoding | undefined
  let bestQuality = qualities.get('identity') ?? 0
  for (const encoding of ENCODINGS) {
    const quality = qualities.get(encoding) ?? other
    if (quality > bestQuality || (quality === bestQuality && quality > 0 && best === undefined)) {
      best = encoding
      bestQuality = quality
    }
  }
  return best
}

function qualitiesOf(header: string): Map<string, number> {
  const qualities = new Map<string, number>()
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';')
    const weight = parameters.map((it) => it.trim()).find((it) => /^q=/i.test(it))
    const quality = weight === undefined ? 1 : Number(weight.slice(2))
    qualities.set(name.trim().toLowerCase(), Number.isFinite(quality) ? quality : 0)
  }
  return qualities
}
