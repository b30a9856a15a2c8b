// Failures a test asks for.
import type { ServerResponse } from 'node:http'
import { ApiError, type Call, type Fault, tooMany } from './types.ts'

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

export class FaultList {
  list: { fault: Fault; left: number }[] = []

  add(fault: Fault): void {
    this.list.push({ fault, left: fault.times ?? 1 })
  }

  clear(): void {
    this.list = []
  }

  take(call: Call): Fault | undefined {
    const found = this.list.find(
      ({ fault, left }) =>
        left > 0 &&
        (fault.method === undefined || fault.method.toLowerCase() === call.method.toLowerCase()) &&
        (fault.chatId === undefined || String(fault.chatId) === call.params['chat_id']),
    )
    if (found) found.left -= 1
    return found?.fault
  }

  // True when the call gets no answer from the fake any more.
  async before(fault: Fault | undefined, res: ServerResponse): Promise<boolean> {
    if (!fault) return false
    if (fault.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs))
    if (fault.hang) return true
    if (fault.drop === 'before') {
      cut(res)
      return true
    }
    if (fault.retryAfter !== undefined) throw tooMany(fault.retryAfter)
    if (fault.status === undefined) return false
    const reason = REASONS[fault.status] ?? 'Error'
    if (!fault.html) throw new ApiError(fault.status, fault.description ?? reason)
    res.statusCode = fault.status
    res.setHeader('Content-Type', 'text/html')
    res.end(`<html><head><title>${fault.status} ${reason}</title></head><body>${fault.status} ${reason}</body></html>`)
    return true
  }
}

export function cut(res: ServerResponse): void {
  res.socket?.destroy()
}
