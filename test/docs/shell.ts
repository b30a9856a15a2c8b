/** Reads the commands of a documentation block: enough of the shell's grammar for what a reader pastes. */
export interface ShellCommand {
  /** Settings before the command: `MARKET_SOURCE=replay npm start`. */
  readonly settings: readonly string[]
  readonly words: readonly string[]
}

/** The commands of a block, pipes apart; comments are left out. Throws on a quote that is not closed. */
export function shellCommands(block: string): ShellCommand[] {
  return splitCommands(block).flatMap((words) => {
    const first = words.findIndex((word) => !/^[A-Z][A-Z0-9_]*=/.test(word))
    if (first === -1) return []
    const settings = words.slice(0, first).map((word) => word.slice(0, word.indexOf('=')))
    return [{ settings, words: words.slice(first) }]
  })
}

const TOKEN = /\\\n|(\s*\n)|([ \t]+)|(\|)|#[^\n]*|'([^']*)'|"([^"]*)"|([^\s'"|\\]+)/y

function splitCommands(block: string): string[][] {
  const commands: string[][] = [[]]
  let joins = false
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < block.length) {
    const start = TOKEN.lastIndex
    const found = TOKEN.exec(block)
    if (!found) throw new Error(`The shell cannot read: ${block.slice(start)}`)
    const [token, newLine, space, pipe, single, double, plain] = found
    const text = single ?? double ?? plain
    const command = commands.at(-1) ?? []
    if (newLine !== undefined || pipe !== undefined) commands.push([])
    else if (text !== undefined && joins) command.push(`${command.pop() ?? ''}${text}`)
    else if (text !== undefined) command.push(text)
    joins = text !== undefined && space === undefined && token !== ''
  }
  return commands.filter((words) => words.length > 0)
}

/** What a `curl` command sends. Throws on an option that it does not know. */
export function curlRequest([program, ...args]: readonly string[]): { url: string; init: RequestInit } {
  if (program !== 'curl') throw new Error(`${program} is not curl`)
  const headers = new Headers()
  let body: string | undefined
  let url = ''
  for (let index = 0; index < args.length; index++) {
    const arg = args[index] ?? ''
    if (arg === '-s') continue
    if (arg === '-H') {
      const [name = '', ...value] = (args[++index] ?? '').split(': ')
      headers.set(name, value.join(': '))
    } else if (arg === '-d') body = args[++index] ?? ''
    else if (arg.startsWith('-')) throw new Error(`curl ${arg} is not known here`)
    else url = arg
  }
  return { url, init: { headers, ...(body === undefined ? {} : { method: 'POST', body }) } }
}
