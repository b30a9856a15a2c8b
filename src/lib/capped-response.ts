/** An answer from outside whose body came to more bytes than anybody wants to hold. */
export class TooLargeAnswer extends Error {
  constructor(mostBytes: number) {
    super(`The answer is larger than ${mostBytes} bytes.`)
    this.name = 'TooLargeAnswer'
  }
}

/** The same answer, whose body fails as soon as it has brought more than `mostBytes` (counted after decompression). */
export function cappedResponse(response: Response, mostBytes: number): Response {
  if (response.body === null) return response
  let bytes = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        if (bytes > mostBytes) controller.error(new TooLargeAnswer(mostBytes))
        else controller.enqueue(chunk)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(counted, { status, statusText, headers })
}
