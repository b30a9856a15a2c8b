/**
 * How messages of a stream are written: JSON for stocks, msgpack for options, whose instants keep their nanoseconds here,
 * since they are part of what distinguishes two trades. https://docs.alpaca.markets/docs/streaming-market-data
 */
import { VendorFailure } from '../../vendor-failure.ts'

export interface StreamCodec {
  /** For the header Content-Type of the handshake. */
  readonly contentType: string
  encode(message: object): string | Uint8Array<ArrayBuffer>
  /** The messages of a frame. */
  decode(data: unknown): readonly unknown[]
}

const NANOS_DIGITS = 9

export const jsonCodec: StreamCodec = {
  contentType: 'application/json',
  encode: (message) => JSON.stringify(message),
  decode(data) {
    if (typeof data !== 'string') throw unreadable()
    try {
      return listOf(JSON.parse(data))
    } catch {
      throw unreadable()
    }
  },
}

export async function msgpackCodec(): Promise<StreamCodec> {
  const { decode, decodeTimestampToTimeSpec, encode, EXT_TIMESTAMP, ExtensionCodec } = await import('@msgpack/msgpack')
  const extensionCodec = new ExtensionCodec()
  extensionCodec.register({
    type: EXT_TIMESTAMP,
    encode: () => null,
    decode(bytes) {
      const { sec, nsec } = decodeTimestampToTimeSpec(bytes)
      const fraction = String(nsec).padStart(NANOS_DIGITS, '0')
      return new Date(sec * 1000).toISOString().replace('.000Z', `.${fraction}Z`)
    },
  })
  return {
    contentType: 'application/msgpack',
    encode: (message) => encode(message),
    decode(data) {
      if (!(data instanceof ArrayBuffer)) throw unreadable()
      try {
        return listOf(decode(data, { extensionCodec }))
      } catch {
        throw unreadable()
      }
    },
  }
}

function listOf(messages: unknown): readonly unknown[] {
  if (!Array.isArray(messages)) throw unreadable()
  return messages
}

function unreadable(): VendorFailure {
  return new VendorFailure('changed_shape', 'A message of the stream of Alpaca cannot be read.')
}
