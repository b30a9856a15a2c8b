import { describe, expect, it } from 'vitest'
import { discordBody } from '../../../src/notifications/channels/discord/discord-message.ts'
import { mailBody } from '../../../src/notifications/channels/email/email-message.ts'
import { slackBody } from '../../../src/notifications/channels/slack/slack-message.ts'
import { telegramBody } from '../../../src/notifications/channels/telegram/telegram-message.ts'
import type { ChannelMessage } from '../../../src/notifications/ports/channel.ts'
import { message } from '../../support/notifications/messages.ts'

const url = 'https://options.example.com/approvals/1#key=k_-1'
const asking = { url, urlLabel: 'Review the order' }

describe('a message that asks for an answer', () => {
  it('has a button with its word where the channel has buttons', () => {
    const slack = JSON.parse(slackBody(message(asking)))
    const telegram = JSON.parse(telegramBody(message(asking)))
    const discord = JSON.parse(discordBody(message(asking)))

    expect(discord.components).toEqual([
      { type: 1, components: [{ type: 2, style: 5, label: 'Review the order', url }] },
    ])
    expect(discord.embeds[0].description).not.toContain('approvals/1')
    expect(slack.blocks.at(-1).elements).toEqual([
      { type: 'button', text: { type: 'plain_text', text: 'Review the order' }, url },
    ])
    expect(telegram.reply_markup).toEqual({ inline_keyboard: [[{ text: 'Review the order', url }]] })
  })

  it('has a link with its word elsewhere', () => {
    const mail = JSON.parse(mailBody(message(asking)))

    expect(mail.text).toContain(`Review the order: ${url}`)
    expect(mail.html).toContain(`<a href="${url}">Review the order</a>`)
  })

  it('has no button that leads to no public host, which Telegram would refuse with the whole message', () => {
    const local = { ...asking, url: 'http://127.0.0.1:3000/approvals/1#key=k' }
    const telegram = JSON.parse(telegramBody(message(local)))

    expect(telegram.reply_markup).toBeUndefined()
    expect(telegram.text).toContain('approvals/1')
  })

  it.each([
    ['no https:// host', 'http://127.0.0.1:3000/approvals/1#key=k'],
    ['more than 512 characters', `https://options.example.com/approvals/1#key=${'k'.repeat(500)}`],
  ])('has a link instead of a button on Discord where it leads to %s', (_reason, link) => {
    const discord = JSON.parse(discordBody(message({ ...asking, url: link })))

    expect(discord.components).toBeUndefined()
    expect(discord.embeds[0].description).toContain(`[Review the order](${link})`)
  })

  it.each<[string, (it: ChannelMessage) => string]>([
    ['slack', slackBody],
    ['discord', discordBody],
    ['telegram', telegramBody],
    ['email', mailBody],
  ])('leaves all other messages of %s as they were', (_name, freeze) => {
    expect(freeze(message())).not.toMatch(/reply_markup|components/)
    expect(freeze(message())).not.toContain('Review')
  })
})
