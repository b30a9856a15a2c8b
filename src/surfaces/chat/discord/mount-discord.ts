import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { clip } from '../../../lib/text/clip.ts'
import type { OpenApiPaths } from '../../rest/openapi-document.ts'
import { type ChatAnswer, type ChatParts, chatAnswerer } from '../answer-command.ts'
import { picturePng } from '../pictures/picture-png.ts'
import { SIGNED_PROBLEMS, signedBody, withRawBodies } from '../signed-requests.ts'
import type { DiscordApi } from './discord-api.ts'
import { EPHEMERAL } from './discord-message.ts'
import { type DiscordRequest, discordSignatures, readInteraction } from './discord-request.ts'
import { showAnswer } from './show-answer.ts'

const DISCORD_INTERACTIONS_PATH = '/webhooks/discord/interactions'
const PONG = 1
const DEFERRED = 5
const SUGGESTIONS = 8
const MAX_SUGGESTIONS = 25
const MAX_SUGGESTION = 100

interface DiscordMount extends ChatParts {
  /** 64 hexadecimal digits. */
  readonly publicKey: string
  readonly api: () => Omit<DiscordApi, 'signal'>
  /** Runs work after the response, and reports its failure. */
  readonly afterwards: (work: () => Promise<void>) => void
}

/**
 * Slash commands of Discord. It waits only 3 seconds, so an answer is deferred and follows by the address of the
 * interaction.
 */
export async function mountDiscord(server: FastifyInstance, mount: DiscordMount): Promise<void> {
  const ending = new AbortController()
  server.addHook('onClose', async () => ending.abort())
  const answer = interactionAnswerer(mount, ending.signal)
  const signatures = discordSignatures(mount.publicKey)
  await withRawBodies(server, (scope) => {
    scope.post(DISCORD_INTERACTIONS_PATH, async (request, reply) => {
      const interaction = readInteraction(await signedBody(mount, request, signatures))
      return reply.code(200).send(await answer(interaction, reply))
    })
  })
}

function interactionAnswerer(mount: DiscordMount, signal: AbortSignal) {
  const { begin, suggest } = chatAnswerer(mount)

  /** The words are an answer without the picture, too. */
  async function drawn({ picture }: ChatAnswer): Promise<Buffer | null> {
    if (!picture) return null
    try {
      return await picturePng(picture)
    } catch (error) {
      mount.onFault(error)
      return null
    }
  }

  return async (interaction: DiscordRequest, reply: FastifyReply): Promise<object> => {
    if (interaction.kind === 'ping') return { type: PONG }
    if (interaction.kind === 'typing') {
      const { option, user, typed } = interaction
      const found = option ? await suggest({ option, user, typed }) : []
      const choices = found
        .filter(({ value }) => value.length <= MAX_SUGGESTION)
        .slice(0, MAX_SUGGESTIONS)
        .map(({ title, value }) => ({ name: clip(title, MAX_SUGGESTION), value }))
      return { type: SUGGESTIONS, data: { choices } }
    }
    const { isPrivate, answer } = await begin(interaction)
    // Discord knows of no answer to change before it has read this one.
    const sent = Promise.allSettled([finished(reply.raw)])
    mount.afterwards(async () => {
      const answered = await answer()
      const png = await drawn(answered)
      await sent
      await showAnswer({ ...mount.api(), signal }, { token: interaction.token, isPrivate }, { answer: answered, png })
    })
    return { type: DEFERRED, ...(isPrivate && { data: { flags: EPHEMERAL } }) }
  }
}

export const DISCORD_SECURITY = {
  DiscordSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Signature-Ed25519',
    description: 'Ed25519 signature of timestamp and body, hexadecimal, as Discord makes it.',
  },
} as const

export const DISCORD_PATHS: OpenApiPaths = {
  [DISCORD_INTERACTIONS_PATH]: {
    post: {
      operationId: 'receive_discord_interaction',
      summary: 'Interaction of Discord',
      description:
        'Takes a PING, a command or the letters of an option. The answer of a command follows by the webhook of the interaction. Only for Discord: `X-Signature-Ed25519` must be valid and new.',
      tags: ['Notifications'],
      security: [{ DiscordSignature: [] }],
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: {
        200: {
          description: 'PONG, a deferred answer, or suggestions.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { type: { type: 'integer' }, data: { type: 'object' } },
                required: ['type'],
              },
            },
          },
        },
        ...SIGNED_PROBLEMS,
      },
    },
  },
}
