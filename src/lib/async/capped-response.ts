/** A response from another server whose body exceeds the limit. */
export class ResponseTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`The response is larger than ${maxBytes} bytes.`)
    this.name = 'ResponseTooLarge'
  }
}

/** The same response; its body fails once it exceeds `maxBytes`, counted after decompression. */
export function cappedResponse(response: Response, maxBytes: number): Response {
  if (response.body === null) return response
  let bytes = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        if (bytes > maxBytes) controller.error(new ResponseTooLarge(maxBytes))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(counted, { status, statusText, headers })
}
