import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { FileAnswer, isFileBytes } from '../../catalogue/file-answer.ts'
import type { Answer } from '../../catalogue/operation.ts'
import { contentDisposition } from '../../lib/text/content-disposition.ts'

/**
 * Sends a file while it is made: nothing is made that the connection does not take, and what makes it ends with the
 * connection. A failure after the first bytes ends the connection, so that half a file never looks complete.
 */
export async function sendFile(reply: FastifyReply, answer: Answer): Promise<void> {
  const { media_type: mediaType, file_name: fileName, bytes } = FileAnswer.parse(answer)
  if (!isFileBytes(bytes)) throw new Error('The answer has no bytes')
  // Too late, or nobody waits any more.
  if (reply.sent || reply.raw.destroyed) {
    await bytes.return()
    return
  }
  reply.headers({ 'cache-control': 'no-store', 'content-disposition': contentDisposition(fileName) }).type(mediaType)
  reply.send(Readable.from(bytes))
}
