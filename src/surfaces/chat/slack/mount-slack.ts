import type { FastifyInstance } from 'fastify'
import type { OpenApiPaths } from '../../rest/openapi-document.ts'
import { type ChatAnswer, type ChatParts, chatAnswerer } from '../answer-command.ts'
import { mountPictures, PICTURE_PATHS, picturePath } from '../pictures/mount-pictures.ts'
import type { Picture } from '../pictures/picture.ts'
import { SIGNED_PROBLEMS, signedBody, withRawBodies } from '../signed-requests.ts'
import { slackMessage } from './slack-message.ts'
import { readSlackCommand, slackSignatures } from './slack-request.ts'

const SLACK_COMMANDS_PATH = '/webhooks/slack/commands'
const ANSWER_TIMEOUT_MS = 10_000

interface SlackMount extends ChatParts {
  readonly slack: { readonly signingSecret: string; readonly responseOrigin: string }
  /** Runs work after the response, and reports its failure. */
  readonly afterwards: (work: () => Promise<void>) => void
}

/** Slash commands of Slack. They are answered at the address that comes with them, because Slack waits only 3 seconds. */
export async function mountSlack(server: FastifyInstance, mount: SlackMount): Promise<void> {
  const { slack, afterwards, identity, now } = mount
  const { begin } = chatAnswerer(mount)
  const signatures = slackSignatures(slack.signingSecret)
  const ofPictures = { digest: identity.digest, now }
  mountPictures(server, ofPictures)

  /** Slack fetches pictures from https alone. */
  const pictureUrl = (picture: Picture) => {
    const origin = mount.publicUrl()
    return origin.startsWith('https:') ? `${origin}${picturePath(ofPictures, picture)}` : null
  }

  await withRawBodies(server, (scope) => {
    scope.post(SLACK_COMMANDS_PATH, async (request, reply) => {
      const given = readSlackCommand(await signedBody(mount, request, signatures), slack.responseOrigin)
      if (given) {
        afterwards(async () => {
          const begun = await begin(given)
          const answer = await begun.answer()
          await showAnswer(given.responseUrl, answer, answer.picture ? pictureUrl(answer.picture) : null)
        })
      }
      // An empty answer shows nothing; the real one follows.
      return reply.code(200).send()
    })
  })
}

/** A message whose picture Slack cannot fetch is refused as a whole, so it is sent once more without. */
async function showAnswer(url: URL, answer: ChatAnswer, pictureUrl: string | null): Promise<void> {
  const first = await post(url, slackMessage(answer, pictureUrl))
  const last = first === 400 && pictureUrl !== null ? await post(url, slackMessage(answer, null)) : first
  // The address is a secret: whoever has it can write into the channel.
  if (last !== 200) throw new Error(`Slack answered ${last} to the answer of a command`)
}

async function post(url: URL, message: object): Promise<number> {
  const { body, status } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    redirect: 'error',
  })
  await body?.cancel()
  return status
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
  ...PICTURE_PATHS,
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
