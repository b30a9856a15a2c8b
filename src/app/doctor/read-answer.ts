/** The answer of a peer, as far as it is needed. */

/** The reason of a failed connection is the cause of the error that `fetch` throws. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { cause } = error
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ')
  return cause instanceof Error ? cause.message : error.message
}

/** The beginning of the body as text, with at least `max` bytes where it has so many. */
export async function firstBytes(response: Response, max: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > max) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Null where the text is not JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
