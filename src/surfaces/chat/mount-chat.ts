import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isFirstChatRequest } from '../../accounts/operations/chat-links/chat-callers.ts'
import { AppError } from '../../lib/errors.ts'
import type { OpenApiPaths } from '../rest/openapi-document.ts'
import { type ChatAnswer, type ChatParts, commandAnswerer } from './answer-command.ts'
import { escapedForSlack, isSignedBySlack, readSlackCommand } from './slack-request.ts'

const SLACK_COMMANDS_PATH = '/webhooks/slack/commands'
const MAX_BODY_BYTES = 64 * 1024
const ANSWER_TIMEOUT_MS = 10_000

interface ChatMount extends ChatParts {
  readonly slack: { readonly signingSecret: string; readonly responseOrigin: string }
  /** Runs work after the response, and reports its failure. */
  readonly afterwards: (work: () => Promise<void>) => void
}

/** Slash commands of Slack. They are answered at the address that comes with them, because Slack waits only 3 seconds. */
export async function mountChat(server: FastifyInstance, mount: ChatMount): Promise<void> {
  const { slack, afterwards } = mount
  const answer = commandAnswerer(mount)
  await server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    const parser = { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES } as const
    scope.addContentTypeParser('*', parser, (_request, bytes, parsed) => parsed(null, bytes))
    scope.post(SLACK_COMMANDS_PATH, async ({ headers, body }, reply) => {
      const given = readSlackCommand(await signedBytes(mount, headers, body), slack.responseOrigin)
      if (given) afterwards(async () => postAnswer(given.responseUrl, await answer(given)))
      // An empty answer shows nothing; the real one follows.
      return reply.code(200).send()
    })
    done()
  })
}

/** The bytes of a request that Slack has signed lately and that was not answered before; nothing is read before. */
async function signedBytes(mount: ChatMount, headers: IncomingHttpHeaders, body: unknown): Promise<Buffer> {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const signature = textOf(headers['x-slack-signature'])
  const signed = { signature, timestamp: textOf(headers['x-slack-request-timestamp']), body: bytes }
  if (signature === undefined || !isSignedBySlack(mount.slack.signingSecret, signed, mount.now().getTime())) {
    throw unauthenticated('The signature of this request is invalid or older than five minutes.')
  }
  if (!(await isFirstChatRequest(mount, signature))) throw unauthenticated('This request was answered before.')
  return bytes
}

async function postAnswer(url: URL, { isPrivate, text, link }: ChatAnswer): Promise<void> {
  const shown = link === undefined ? escapedForSlack(text) : `${escapedForSlack(text)}\n<${link}>`
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response_type: isPrivate ? 'ephemeral' : 'in_channel', text: shown }),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    redirect: 'error',
  })
  await response.body?.cancel()
  // The address is a secret: whoever has it can write into the channel.
  if (!response.ok) throw new Error(`Slack answered ${response.status} to the answer of a command`)
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined
}

function unauthenticated(message: string): AppError {
  return new AppError('unauthenticated', message)
}

export const CHAT_SECURITY = {
  SlackSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Slack-Signature',
    description: 'HMAC-SHA-256 of `v0:timestamp:body`, as Slack makes it.',
  },
} as const

const PROBLEM_OF = {
  400: 'malformed',
  401: 'unauthenticated',
  413: 'too_large',
  414: 'target_too_long',
  431: 'headers_too_large',
  500: 'internal',
  503: 'unavailable',
}

export const CHAT_PATHS: OpenApiPaths = {
  [SLACK_COMMANDS_PATH]: {
    post: {
      operationId: 'receive_slack_command',
      summary: 'Slash command of Slack',
      description:
        'Takes a command and answers it at its `response_url`. Only for Slack: `X-Slack-Signature` must be valid and new.',
      tags: ['Notifications'],
      security: [{ SlackSignature: [] }],
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
      responses: {
        200: { description: 'Taken; the answer follows.' },
        ...Object.fromEntries(
          Object.entries(PROBLEM_OF).map(([status, code]) => [status, { $ref: `#/components/responses/${code}` }]),
        ),
      },
    },
  },
}
