// MarkdownV2: marked text to plain text and entities. Offsets in errors count bytes of UTF-8,
// offsets in entities count UTF-16 units, as the vendor does. Sources: README.md, "MarkdownV2".
import { emojiEntity, linkEntity } from './links.ts'
import { ApiError, type Entity } from './types.ts'

type Kind =
  | 'Bold'
  | 'Italic'
  | 'Underline'
  | 'Strikethrough'
  | 'Spoiler'
  | 'Code'
  | 'Pre'
  | 'PreCode'
  | 'TextUrl'
  | 'CustomEmoji'
  | 'BlockQuote'

interface Open {
  kind: Kind
  language: string // of a code block
  utf16: number // where it starts in the result
  byte: number // where it starts in the source
  outByte: number
}

const SPECIAL = new Set(Buffer.from('_*[]()~`>#+-=|{}.!\n'))
const SIMPLE: Record<string, Kind> = {
  _: 'Italic',
  '*': 'Bold',
  '~': 'Strikethrough',
  '[': 'TextUrl',
  '`': 'Code',
}
const API_NAME: Record<Kind, string> = {
  Bold: 'bold',
  Italic: 'italic',
  Underline: 'underline',
  Strikethrough: 'strikethrough',
  Spoiler: 'spoiler',
  Code: 'code',
  Pre: 'pre',
  PreCode: 'pre',
  TextUrl: 'text_link',
  CustomEmoji: 'custom_emoji',
  BlockQuote: 'blockquote',
}

export interface Parsed {
  text: string
  entities: Entity[]
}

export function parseMarkdownV2(source: string): Parsed {
  return new Reader(source).read()
}

function fail(message: string): ApiError {
  return new ApiError(400, `Bad Request: can't parse entities: ${message}`)
}

function reserved(char: string): ApiError {
  return fail(`Character '${char}' is reserved and must be escaped with the preceding '\\'`)
}

function unclosed(open: Open): ApiError {
  return fail(`Can't find end of ${open.kind} entity at byte offset ${open.byte}`)
}

class Reader {
  bytes: Buffer
  size: number
  at = 0
  out: number[] = []
  utf16 = 0
  stack: Open[] = []
  entities: Entity[] = []
  inQuote = false
  lineStart = true

  constructor(source: string) {
    this.bytes = Buffer.from(source, 'utf8')
    this.size = this.bytes.length
  }

  // The character n bytes ahead; '' past the end.
  peek(n = 0): string {
    const i = this.at + n
    return i < this.size ? String.fromCharCode(this.bytes[i]!) : ''
  }

  escapeAhead(): boolean {
    const next = this.bytes[this.at + 1]
    return this.peek() === '\\' && next !== undefined && next > 0 && next <= 126
  }

  read(): Parsed {
    while (this.at < this.size) this.step()
    if (this.inQuote) this.closeQuoteAtEnd()
    if (this.stack.length) throw unclosed(this.stack.at(-1)!)
    return { text: Buffer.from(this.out).toString('utf8'), entities: this.entities }
  }

  step(): void {
    if (this.escapeAhead()) {
      const byte = this.bytes[this.at + 1]!
      this.emit(byte)
      if (byte !== 13) this.lineStart = byte === 10
      this.at += 2
      return
    }
    const byte = this.bytes[this.at]!
    const top = this.stack.at(-1)
    const verbatim = top && ['Code', 'Pre', 'PreCode'].includes(top.kind)
    if (verbatim ? byte !== 96 : !SPECIAL.has(byte)) {
      if ((byte & 0xc0) !== 0x80 && byte !== 13) this.lineStart = false
      this.emit(byte)
      this.at += 1
      return
    }
    if (top && this.endsHere(top)) this.close()
    else this.open()
    this.at += 1
  }

  emit(byte: number): void {
    this.out.push(byte)
    if ((byte & 0xc0) !== 0x80) this.utf16 += byte >= 0xf0 ? 2 : 1
  }

  endsHere(top: Open): boolean {
    const c = this.peek()
    const twice = this.peek(1) === c
    if (this.inQuote && c === '\n' && this.peek(1) !== '>') return true
    switch (top.kind) {
      case 'Bold':
        return c === '*'
      case 'Italic':
        return c === '_' && !twice
      case 'Underline':
        return c === '_' && twice
      case 'Strikethrough':
        return c === '~'
      case 'Spoiler':
        return c === '|' && twice
      case 'Code':
        return c === '`'
      case 'Pre':
      case 'PreCode':
        return c === '`' && twice && this.peek(2) === '`'
      case 'TextUrl':
      case 'CustomEmoji':
        return c === ']'
      case 'BlockQuote':
        return false
    }
  }

  open(): void {
    const byte = this.at
    const c = this.peek()
    let language = ''
    let kind: Kind
    if (c === '\n') {
      this.lineStart = true
      this.emit(10)
      return
    } else if (c === '>' && this.lineStart) {
      if (this.inQuote) return
      this.inQuote = true
      kind = 'BlockQuote'
    } else if (c === '_' && this.peek(1) === '_') {
      this.at += 1
      kind = 'Underline'
    } else if (c === '|' && this.peek(1) === '|') {
      this.at += 1
      kind = 'Spoiler'
    } else if (c === '!' && this.peek(1) === '[') {
      this.at += 1
      kind = 'CustomEmoji'
    } else if (c === '`' && this.peek(1) === '`' && this.peek(2) === '`') {
      language = this.skipFence()
      kind = language ? 'PreCode' : 'Pre'
    } else {
      if (!(c in SIMPLE)) throw reserved(c)
      kind = SIMPLE[c]!
    }
    this.stack.push({ kind, language, utf16: this.utf16, byte, outByte: this.out.length })
  }

  // Steps over ``` with its language and one line break, to the last byte before the code.
  skipFence(): string {
    this.at += 3
    const begin = this.at
    let end = begin
    while (end < this.size && !' \t\r\n\0\v`'.includes(String.fromCharCode(this.bytes[end]!))) end += 1
    let language = ''
    if (end !== begin && end < this.size && this.bytes[end] !== 96) {
      language = this.bytes.subarray(begin, end).toString('utf8')
      this.at = end
    }
    const first = this.peek()
    if (first === '\n' || first === '\r') {
      const second = this.peek(1)
      this.at += (second === '\n' || second === '\r') && second !== first ? 2 : 1
    }
    this.at -= 1
    return language
  }

  close(): void {
    let expandable = false
    if (this.peek() === '\n' && this.stack.at(-1)!.kind !== 'BlockQuote') {
      this.dropExpandMark()
      expandable = true
    }
    const top = this.stack.at(-1)!
    const extra: Partial<Entity> = top.kind === 'PreCode' ? { language: top.language } : {}
    let skip = top.utf16 === this.utf16
    let type = expandable ? 'expandable_blockquote' : API_NAME[top.kind]
    if (top.kind === 'Underline' || top.kind === 'Spoiler') this.at += 1
    else if (top.kind === 'Pre' || top.kind === 'PreCode') this.at += 2
    else if (top.kind === 'BlockQuote') {
      this.inQuote = skip = false
      this.emit(10)
      this.lineStart = true
    } else if (top.kind === 'TextUrl') {
      const own = this.peek(1) === '(' ? this.readUrl() : Buffer.from(this.out.slice(top.outByte)).toString('utf8')
      const found = linkEntity(own)
      if (found) Object.assign(extra, found.extra)
      if (found) type = found.type
      else skip = true
    } else if (top.kind === 'CustomEmoji') {
      if (this.peek(1) !== '(') throw fail('The entity must contain a tg://emoji or tg://time URL')
      const found = emojiEntity(this.readUrl())
      if (!found) throw fail('Invalid tg://emoji or tg://time URL specified')
      Object.assign(extra, found.extra)
      type = found.type
    }
    if (!skip) this.entities.push({ type, offset: top.utf16, length: this.utf16 - top.utf16, ...extra })
    this.stack.pop()
  }

  // A quote whose last line ends with an empty "||" is an expandable one.
  dropExpandMark(): void {
    const top = this.stack.at(-1)!
    const gap = this.at - top.byte
    const empty = top.kind === 'Spoiler' && (gap === 2 || (gap === 3 && this.out.at(-1) === 13))
    if (!empty) throw unclosed(top)
    this.stack.pop()
    const below = this.stack.at(-1)!
    if (below.kind !== 'BlockQuote') throw unclosed(below)
  }

  closeQuoteAtEnd(): void {
    let type = 'blockquote'
    const mark = this.stack.at(-1)!
    if (mark.kind === 'Spoiler' && mark.byte === this.size - 2) {
      this.stack.pop()
      type = 'expandable_blockquote'
    }
    const top = this.stack.at(-1)!
    if (top.kind !== 'BlockQuote') return
    if (this.utf16 > top.utf16) this.entities.push({ type, offset: top.utf16, length: this.utf16 - top.utf16 })
    this.stack.pop()
  }

  readUrl(): string {
    this.at += 2
    const begin = this.at
    const url: number[] = []
    while (this.at < this.size && this.peek() !== ')') {
      if (this.escapeAhead()) this.at += 1
      url.push(this.bytes[this.at]!)
      this.at += 1
    }
    if (this.peek() !== ')') throw fail(`Can't find end of a URL at byte offset ${begin}`)
    return Buffer.from(url).toString('utf8')
  }
}
