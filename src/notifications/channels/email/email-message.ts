import { z } from 'zod'
import { escapeHtml } from '../../../lib/text/escape-html.ts'
import type { ChannelMessage } from '../../ports/channel.ts'
import { listed, type MessageText, messageText, oneLine } from '../message-text.ts'

const MAX_SUBJECT = 150
/** A mail over 102 kB is cut by a large vendor; 20 items with their marks stay far below. */
const MAX_LIST = 20_000

/** A mail as it is kept: from it every attempt makes the same bytes. */
export const FrozenMail = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** ISO 8601: the `Date` of the mail. */
  date: z.string(),
  unsubscribeUrl: z.string().nullable(),
})
export type FrozenMail = z.output<typeof FrozenMail>

export function mailBody(message: ChannelMessage): string {
  const said = messageText(message)
  const mail: FrozenMail = {
    subject: oneLine(said.high ? `High: ${said.title}` : said.title, MAX_SUBJECT),
    text: textOf(said, message),
    html: htmlOf(said, message),
    date: message.dueAt,
    unsubscribeUrl: message.unsubscribeUrl,
  }
  return JSON.stringify(mail)
}

function textOf(said: MessageText, { url, urlLabel = 'View', unsubscribeUrl }: ChannelMessage): string {
  const facts = said.facts.map(({ label, value }) => `${label}: ${value}`)
  const items = listed(said, MAX_LIST, ({ title, when }) => `* ${title} (${when})`)
  const blocks = [
    said.title,
    said.body,
    facts.join('\n'),
    items.join('\n'),
    `Time: ${said.when}`,
    `${urlLabel}: ${url}`,
    unsubscribeUrl === null ? '' : `--\nEnd these mails: ${unsubscribeUrl}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** Colours that hold on white and on black, since some programs turn only one of text and ground around. */
const HEAD = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}body{margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif}
main{max-width:560px;margin:auto}h1{font-size:20px}td{padding:2px 16px 2px 0;vertical-align:top}
a{color:#2f7de1}.quiet{color:#767676;font-size:14px}</style></head><body><main>`

function htmlOf(said: MessageText, { url, urlLabel = 'View in Optionwire', unsubscribeUrl }: ChannelMessage): string {
  const rows = said.facts.map(
    ({ label, value }) => `<tr><td class="quiet">${escapeHtml(label)}</td><td>${escapeHtml(value)}</td></tr>`,
  )
  const items = listed(
    said,
    MAX_LIST,
    ({ title, when }) => `<li>${escapeHtml(title)} <span class="quiet">${escapeHtml(when)}</span></li>`,
  )
  const end = `<p class="quiet"><a class="quiet" href="${escapeHtml(unsubscribeUrl ?? '')}">End these mails</a></p>`
  return [
    HEAD,
    `<h1>${escapeHtml(said.title)}</h1>`,
    said.body === '' ? '' : `<p>${escapeHtml(said.body).replaceAll('\n', '<br>')}</p>`,
    rows.length === 0 ? '' : `<table role="presentation">${rows.join('')}</table>`,
    items.length === 0 ? '' : `<ul>${items.join('\n')}</ul>`,
    `<p class="quiet">${escapeHtml(said.when)}</p>`,
    `<p><a href="${escapeHtml(url)}">${escapeHtml(urlLabel)}</a></p>`,
    unsubscribeUrl === null ? '' : end,
    '</main></body></html>',
  ].join('\n')
}
