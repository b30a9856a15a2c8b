/** What one channel adds to the server: its settings, and the sender that they make. */
import type { z } from 'zod'
import type { Channel } from '../ports/channel.ts'
import type { UserUrlClient } from './user-url-client.ts'

/** What senders share. */
export interface SenderParts {
  /** The one client of addresses that users give. */
  readonly client: UserUrlClient
  readonly now: () => Date
  /** `{base_url}`; undefined until the port is known. */
  readonly publicUrl: string | undefined
}

/** A channel that keeps connections. */
export interface OpenChannel extends Channel {
  close(): Promise<void>
}

export interface ChannelSender<Shape extends z.ZodRawShape> {
  /** Its settings by the name that they have in the environment. */
  readonly settings: Shape
  /** Settings that make the channel together, and nothing alone. */
  readonly together: readonly (readonly (keyof Shape & string)[])[]
  /** Settings whose text must not appear in anything that is kept or shown. */
  readonly secrets: readonly (keyof Shape & string)[]
  /** What is wrong with settings that are each valid alone, as a line that begins with a name; null where nothing is. */
  contradiction?(settings: Valid<Shape>): string | null
  /** Undefined where the settings do not make the channel. */
  make(settings: Settings<Shape>, parts: SenderParts): Channel | OpenChannel | undefined
}

type Settings<Shape extends z.ZodRawShape> = keyof Shape extends never ? object : z.output<z.ZodObject<Shape>>
type Valid<Shape extends z.ZodRawShape> = { readonly [Name in keyof Shape]?: z.output<Shape[Name]> | undefined }

/** Only infers the types: `make` gets exactly the settings that the sender names. */
export function channelSender<Shape extends z.ZodRawShape>(sender: ChannelSender<Shape>): ChannelSender<Shape> {
  return sender
}

/** A setting whose own reader says what is wrong; the sentence begins with the setting's name, as the report's line does. */
export function checkedBy(name: string, check: (text: string) => unknown) {
  return (text: string, context: z.core.$RefinementCtx) => {
    const problem = problemOf(() => check(text))
    if (problem !== null) context.addIssue(problem.replace(`${name} `, ''))
  }
}

export function problemOf(check: () => unknown): string | null {
  try {
    check()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
