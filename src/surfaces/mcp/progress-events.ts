/** Answers of one request as server-sent events, with progress notifications before the answer. */
import { PassThrough, type Readable } from 'node:stream'
import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import type { Progress } from '../../catalogue/context.ts'

type Token = string | number

/** Of a tool call whose client reads streams; undefined for any other request. */
export function progressToken(request: JSONRPCRequest | undefined, accept: string | undefined): Token | undefined {
  if (request?.method !== 'tools/call' || !accept?.includes('text/event-stream')) return undefined
  return request.params?._meta?.progressToken
}

export interface ProgressEvents {
  readonly progress: Progress
  /** Sends the last message; false if nothing was sent before it, so that it can be sent as JSON. */
  end(message: string): boolean
}

/** `begin` gets the stream of events with the first progress. */
export function progressEvents(token: Token, begin: (stream: Readable) => void): ProgressEvents {
  let stream: PassThrough | undefined
  let isOver = false
  let last = -1

  function started(): PassThrough {
    const made = new PassThrough()
    // The client left: its request is over, whatever is still found.
    made.on('close', () => {
      isOver = true
    })
    begin(made)
    return made
  }

  return {
    progress(done, total) {
      // The protocol wants it to increase.
      if (isOver || done <= last) return
      last = done
      stream ??= started()
      const params = { progressToken: token, progress: done, total }
      stream.write(eventOf(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params })))
    },
    end(message) {
      if (!stream) return false
      if (!isOver) stream.end(eventOf(message))
      isOver = true
      return true
    },
  }
}

function eventOf(message: string): string {
  return `event: message\ndata: ${message}\n\n`
}
