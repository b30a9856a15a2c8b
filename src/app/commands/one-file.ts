import { AppError } from '../../lib/errors.ts'

/** The only argument of a command, a file. Throws `invalid` for none and for several. */
export function oneFile(args: readonly string[], usage: string): string {
  const [file, ...rest] = args
  if (file === undefined || rest.length > 0) throw new AppError('invalid', `Name one file: ${usage}.`)
  return file
}
