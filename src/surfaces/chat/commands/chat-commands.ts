import { alert, alertForms } from './alert-answers.ts'
import type { ChatCommand, CommandAnswer } from './command.ts'
import { earnings, flow, gamma, levels, quote, volatility } from './market-answers.ts'
import { suggestSymbols } from './suggestions.ts'

/** The commands that ask about one symbol. */
const ABOUT_SYMBOL = [
  { name: 'quote', usage: 'SPY', says: 'Price and change', answer: quote },
  { name: 'gex', usage: 'SPY', says: 'Dealer gamma exposure and its walls', answer: gamma },
  { name: 'levels', usage: 'SPY', says: 'Walls, gamma flip and expected move', answer: levels },
  { name: 'flow', usage: 'AMD', says: 'Net premium of option trades', answer: flow },
  { name: 'iv', usage: 'SPY', says: 'Implied volatility, rank and expected move', answer: volatility },
  { name: 'earnings', usage: 'AAPL', says: 'The next and the last report', answer: earnings },
]

/** One line for each command; the help, the forms and the document of the commands follow. */
export const CHAT_COMMANDS: readonly ChatCommand[] = [
  ...ABOUT_SYMBOL.map((it) => ({
    ...it,
    isPrivate: false,
    forms: [{ says: it.says, options: [{ name: 'symbol', says: 'A symbol, such as SPY', suggest: suggestSymbols }] }],
  })),
  {
    name: 'alert',
    usage: 'SPY above 600',
    says: 'Alert on a price, the gamma flip or a wall; list; delete ID',
    isPrivate: true,
    forms: alertForms,
    answer: alert,
  },
  { name: 'help', usage: '', says: 'These commands', isPrivate: true, forms: [], answer: help },
]

async function help(): Promise<CommandAnswer> {
  const lines = CHAT_COMMANDS.map(({ name, usage, says }) => `${`/${name} ${usage}`.trim()} — ${says}`)
  return { lines: ['Commands', ...lines] }
}
