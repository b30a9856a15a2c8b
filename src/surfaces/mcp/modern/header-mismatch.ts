import { oneLine } from '../../../lib/text/visible-text.ts'
import { NAMED_BY } from './names.ts'

type Header = string | string[] | undefined

export type ModernHeaders = Readonly<Record<string, Header>>

interface Named {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>> | undefined
}

const MAX_SHOWN = 100
const ENCODED = /^=\?base64\?([A-Za-z0-9+/=_-]*)\?=$/

/** Whether the header names a version before `first`: claude.ai was seen to send that of the connection's beginning. */
export function isOlderHeader(headers: ModernHeaders, first: string): boolean {
  const version = headers['mcp-protocol-version']
  return typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version) && version < first
}

/**
 * How the headers differ from the body, as a sentence; undefined where they agree. `isForgiven` leaves out the version,
 * and headers that are missing.
 */
export function headerMismatch(
  { method, params }: Named,
  claim: string,
  headers: ModernHeaders,
  isForgiven: boolean,
): string | undefined {
  const parameter = NAMED_BY[method]
  const named = parameter === undefined ? undefined : params?.[parameter]
  const expected: readonly (readonly [header: string, text: string])[] = [
    ...(isForgiven ? [] : [['MCP-Protocol-Version', claim] as const]),
    ['Mcp-Method', method],
    ...(typeof named === 'string' ? [['Mcp-Name', named] as const] : []),
  ]
  for (const [header, text] of expected) {
    const sent = decoded(headers[header.toLowerCase()])
    if (sent === text || (sent === undefined && isForgiven)) continue
    const what = sent === undefined ? 'is missing' : `is '${oneLine(sent, MAX_SHOWN)}'`
    return `${header} ${what}, the body says '${oneLine(text, MAX_SHOWN)}'.`
  }
  return undefined
}

/** Names that are not ASCII come as Base64. */
function decoded(header: Header): string | undefined {
  const text = Array.isArray(header) ? header.join(', ') : header?.trim()
  const encoded = ENCODED.exec(text ?? '')?.[1]
  return encoded === undefined ? text : Buffer.from(encoded, 'base64').toString()
}
