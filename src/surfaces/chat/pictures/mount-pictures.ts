import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../../lib/errors.ts'
import type { KeyedDigest } from '../../../lib/node/keyed-digest.ts'
import type { OpenApiPaths } from '../../rest/openapi-document.ts'
import { problemRefs } from '../../rest/openapi-responses.ts'
import type { Picture } from './picture.ts'
import { namedPicture, pictureName } from './picture-address.ts'
import { picturePng } from './picture-png.ts'

const PATH = '/chat_pictures'
/** About 25 kB each. */
const MAX_KEPT = 100
const MAX_AGE_S = 3_600

interface PictureParts {
  readonly digest: KeyedDigest
  readonly now: () => Date
}

/** The address of a picture without the origin; all that it shows is in it. */
export function picturePath({ digest, now }: PictureParts, picture: Picture): string {
  return `${PATH}/${pictureName(digest, picture, now())}`
}

/** The pictures of answers, for a chat that fetches them by itself. Only addresses that this service has made are drawn. */
export function mountPictures(server: FastifyInstance, { digest, now }: PictureParts): void {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: MAX_KEPT })
  server.get<{ Params: { name: string } }>(`${PATH}/:name`, async ({ params: { name } }, reply) => {
    const picture = namedPicture(digest, name, now())
    if (!picture) throw new AppError('not_found', 'There is no such picture. Its address is incomplete or a day old.')
    const bytes = drawn.get(name) ?? picturePng(picture)
    drawn.set(name, bytes)
    // The next caller tries again after a failure.
    bytes.catch(() => drawn.delete(name))
    return reply
      .header('cache-control', `public, max-age=${MAX_AGE_S}, immutable`)
      .type('image/png')
      .send(await bytes)
  })
}

export const PICTURE_PATHS: OpenApiPaths = {
  [`${PATH}/{name}`]: {
    get: {
      operationId: 'show_chat_picture',
      summary: 'Picture beside an answer in a chat',
      description: 'A chart. Its address is signed by this service and valid for a day.',
      tags: ['Notifications'],
      security: [],
      parameters: [
        {
          name: 'name',
          in: 'path',
          required: true,
          description: 'What the picture shows, with a signature.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: {
          description: 'The picture.',
          content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
        },
        ...problemRefs(['malformed', 'not_found', 'target_too_long', 'headers_too_large', 'internal', 'unavailable']),
      },
    },
  },
}
