import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Replaces folders by all files below them, sorted by name, without hidden files. A missing path or an empty folder
 * stays in the list, so that the report names it.
 */
export async function expandPaths(paths: readonly string[]): Promise<string[]> {
  const files: string[] = []
  for (const path of paths) files.push(...(await filesUnder(path)))
  return [...new Set(files)]
}

async function filesUnder(path: string): Promise<string[]> {
  const status = await stat(path).catch(() => null)
  if (!status?.isDirectory()) return [path]
  const files: string[] = []
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const hidden = file
      .slice(path.length)
      .split(/[\\/]/)
      .some((part) => part.startsWith('.'))
    if (!hidden && !entry.isDirectory()) files.push(file)
  }
  return files.length > 0 ? files.sort() : [path]
}
