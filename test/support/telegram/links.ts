// Targets of [text](target) and ![text](target). Sources: README.md, "MarkdownV2".
import type { Entity } from './types.ts'

export interface Found {
  type: string
  extra: Partial<Entity>
}

// null: the vendor shows the text without a link, and reports no error.
export function linkEntity(target: string): Found | null {
  const user = /^tg:(?:\/\/)?user\/?\?(?:[^#]*&)?id=(\d+)/i.exec(target)
  if (user) return { type: 'text_mention', extra: { user: { id: Number(user[1]) } } }
  const url = checkedLink(target)
  return url === null ? null : { type: 'text_link', extra: { url } }
}

// The link as the vendor stores it; null when it refuses it (a host without a dot, another scheme, a bad port).
export function checkedLink(target: string): string | null {
  const own = /^(tg|ton|tonsite):(?:\/\/)?([\w.-]+)(.*)$/i.exec(target)
  if (own) return `${own[1]!.toLowerCase()}://${own[2]!.toLowerCase()}${own[3] || '/'}`
  const scheme = /^([^:/?#@[\]]*):\/\//.exec(target)
  if (scheme && !/^https?$/i.test(scheme[1]!)) return null
  const parts = /^(https?):\/\/([^/?#]*)([\s\S]*)$/i.exec(scheme ? target : `http://${target}`)
  if (!parts) return null
  const split = /^(?:(.*)@)?(.*?)(?::(\d*))?$/.exec(parts[2]!)
  if (!split) return null
  const host = split[2]!.toLowerCase()
  const port = split[3] === undefined ? null : Number(split[3])
  if (port !== null && (port <= 0 || port > 65535)) return null
  const six = host.startsWith('[') && host.endsWith(']')
  if (!six && (!host.includes('.') || host === '.' || !/^[\w.\-!$,~*'();&+=%\u0080-\uffff]+$/.test(host))) return null
  const rest = parts[3]!.trimEnd().replace(/[\0- ]/g, percent)
  const user = split[1] === undefined ? '' : `${split[1]}@`
  const path = rest.startsWith('/') ? rest : `/${rest}`
  return `${parts[1]!.toLowerCase()}://${user}${host}${port === null ? '' : `:${port}`}${path}`
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

export function emojiEntity(target: string): Found | null {
  const parts = /^tg:(?:\/\/)?(emoji|time)\/?\?([^#]*)/i.exec(target)
  const query = new URLSearchParams(parts?.[2] ?? '')
  const id = query.get('id') ?? ''
  const unix = query.get('unix') ?? ''
  if (parts && /emoji/i.test(parts[1]!) && /^[1-9]\d*$/.test(id)) {
    return { type: 'custom_emoji', extra: { custom_emoji_id: id } }
  }
  if (parts && /time/i.test(parts[1]!) && /^[1-9]\d*$/.test(unix)) {
    const format = query.get('format')
    return { type: 'date_time', extra: { unix_time: Number(unix), ...(format ? { date_time_format: format } : {}) } }
  }
  return null
}
