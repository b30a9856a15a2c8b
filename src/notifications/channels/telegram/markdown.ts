/** https://core.telegram.org/bots/api#markdownv2-style */
const MARKS = /[_*[\]()~`>#+\-=|{}.!\\]/g
const LINK_MARKS = /[)\\]/g

/** Text that is shown as it is. */
export function escaped(text: string): string {
  return text.replaceAll(MARKS, '\\$&')
}

export function bold(text: string): string {
  return `*${escaped(text)}*`
}

/** A link to a host without a dot would vanish silently, so its address is shown as text. */
export function link(text: string, url: string): string {
  const host = URL.parse(url)?.hostname ?? ''
  return host.includes('.') ? `[${escaped(text)}](${url.replaceAll(LINK_MARKS, '\\$&')})` : escaped(`${text}: ${url}`)
}
