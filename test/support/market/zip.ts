import { text } from 'node:stream/consumers'
import { openPromise } from 'yauzl'

/** The files of a zip archive by name. */
export async function readZip(path: string): Promise<Map<string, string>> {
  const archive = await openPromise(path)
  const files = new Map<string, string>()
  for await (const entry of archive.eachEntry()) {
    files.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)))
  }
  return files
}
