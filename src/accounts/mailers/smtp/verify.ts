import { connect } from './index.ts'

/** Connects and signs in without a mail; null where that works, else what the server or the network said. */
export async function verifySmtp({ url, timeoutMs }: { readonly url: string; readonly timeoutMs: number }) {
  const transport = await connect(url, timeoutMs)
  try {
    await transport.verify()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown error'
  } finally {
    transport.close()
  }
}
