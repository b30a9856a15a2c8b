import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Output } from './command.ts'

/** What is needed of `process.stdin`. */
export type LineInput = NodeJS.ReadableStream & { readonly isTTY?: boolean }

/** The first line of an input, without its end. On a terminal `stderr` asks for it, and it is not shown as it is typed. */
export async function readLine(stdin: LineInput, stderr: Output): Promise<string> {
  const isTyped = stdin.isTTY === true
  // A terminal shows what readline writes to its output.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output, terminal: isTyped })
  if (isTyped) stderr.write('Value (not shown): ')
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (isTyped) stderr.write('\n')
  }
}
