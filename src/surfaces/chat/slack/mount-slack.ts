import type { FastifyInstance } from 'fastify'
import type { OpenApiPaths } from '../../rest/openapi-document.ts'
import { type ChatAnswer, type ChatParts, chatAnswerer } from '../answer-command.ts'
import { SIGNED_PROBLEMS, signedBody, withRawBodies } from '../signed-requests.ts'
import { escapedForSlack, readSlackCommand, slackSignatures } from './slack-request.ts'

const SLACK_COMMANDS_PATH = '/webhooks/slack/commands'
const ANSWER_TIMEOUT_MS = 10_000

interface SlackMount extends ChatParts {
  readonly slack: { readonly signingSecret: string; readonly responseOrigin: string }
  /** Runs work after the response, and reports its failure. */
  readonly afterwards: (work: () => Promise<void>) => void
}

/** Slash commands of Slack. They are answered at the address that comes with them, because Slack waits only 3 seconds. */
export async function mountSlack(server: FastifyInstance, mount: SlackMount): Promise<void> {
  const { slack, afterwards } = mount
  const { begin } = chatAnswerer(mount)
  const signatures = slackSignatures(slack.signingSecret)
  await withRawBodies(server, (scope) => {
    scope.post(SLACK_COMMANDS_PATH, async (request, reply) => {
      const given = readSlackCommand(await signedBody(mount, request, signatures), slack.responseOrigin)
      if (given) {
        afterwards(async () => {
          const begun = await begin(given)
          await postAnswer(given.responseUrl, await begun.answer())
        })
      }
      // An empty answer shows nothing; the real one follows.
      return reply.code(200).send()
    })
  })
}

async function postAnswer(url: URL, { isPrivate, lines, link }: ChatAnswer): Promise<void> {
  const text = escapedForSlack(lines.join('\n'))
  const shown = link === undefined ? text : `${text}\n<${link}>`
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

export const SLACK_SECURITY = {
  SlackSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Slack-Signature',
    description: 'HMAC-SHA-256 of `v0:timestamp:body`, as Slack makes it.',
  },
} as const

export const SLACK_PATHS: OpenApiPaths = {
  [SLACK_COMMANDS_PATH]: {
    post: {
      operationId: 'receive_slack_command',
      summary: 'Slash command of Slack',
      description:
        'Takes a command and answers it at its `response_url`. Only for Slack: `X-Slack-Signature` must be valid and new.',
      tags: ['Notifications'],
      security: [{ SlackSignature: [] }],
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
      responses: { 200: { description: 'Taken; the answer follows.' }, ...SIGNED_PROBLEMS },
    },
  },
}
