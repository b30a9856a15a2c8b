import type { ChatAnswer } from '../answer-command.ts'
import { callDiscord, type DiscordApi, type DiscordCall } from './discord-api.ts'
import { discordForm, discordMessage, EPHEMERAL } from './discord-message.ts'

/** The deferred answer that a user waits for. */
interface Deferred {
  readonly token: string
  readonly isPrivate: boolean
}

interface DrawnAnswer {
  readonly answer: ChatAnswer
  /** Its picture, if it has one and it could be drawn. */
  readonly png: Buffer | null
}

/**
 * Puts the answer in the place of the deferred one. Who sees a message cannot be changed later, so an error in the
 * place of a public answer is a message of its own, and the public one goes.
 */
export async function showAnswer(
  api: DiscordApi,
  { token, isPrivate }: Deferred,
  { answer, png }: DrawnAnswer,
): Promise<void> {
  const webhook = `/webhooks/${api.applicationId}/${encodeURIComponent(token)}`
  const original = `${webhook}/messages/@original`
  if (isPrivate || !answer.isPrivate) {
    return change(api, original, { method: 'PATCH', body: png ? discordForm(answer, png) : discordMessage(answer) })
  }
  await change(api, original, { method: 'DELETE' })
  await change(api, webhook, { method: 'POST', body: { ...discordMessage(answer), flags: EPHEMERAL } })
}

/** The path is a secret: whoever has it can write as the app. */
async function change(api: DiscordApi, path: string, call: DiscordCall): Promise<void> {
  const response = await callDiscord(api, path, call)
  await response.body?.cancel()
  if (!response.ok) throw new Error(`Discord answered ${response.status} to the ${call.method} of an answer`)
}
