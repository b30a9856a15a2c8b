// The sending limits, as rules over the injected clock. Sources: README.md, "Limits".
import { type LimitRule, tooMany } from './types.ts'

// The numbers of the vendor's FAQ. The vendor calls them approximate and allows short bursts.
export const FAQ_LIMITS: LimitRule = { perChatPerSecond: 1, perSecond: 30, perGroupPerMinute: 20 }

export class Limiter {
  rule: LimitRule
  sent: { chatId: number; at: number }[] = []

  constructor(rule: LimitRule) {
    this.rule = rule
  }

  check(chatId: number, group: boolean, now: number): void {
    this.sent = this.sent.filter((one) => one.at > now - 60_000)
    const here = this.sent.filter((one) => one.chatId === chatId)
    this.hold(this.sent, this.rule.perSecond, 1000, now)
    this.hold(here, this.rule.perChatPerSecond, 1000, now)
    if (group) this.hold(here, this.rule.perGroupPerMinute, 60_000, now)
  }

  note(chatId: number, now: number): void {
    this.sent.push({ chatId, at: now })
  }

  hold(list: { at: number }[], max: number | undefined, span: number, now: number): void {
    if (max === undefined) return
    const recent = list.filter((one) => one.at > now - span)
    const blocking = recent[recent.length - max]
    if (blocking) throw tooMany(Math.max(1, Math.ceil((blocking.at + span - now) / 1000)))
  }
}
