import { describeError } from '../describe-error.ts'
import { log } from '../log.ts'

/**
 * A body that is made while it is sent. `onEnd` is called once: when everything is sent, or when the client or an error
 * ends the response. An error after the first byte closes the connection.
 */
export function streamOf(
  chunks: AsyncIterable<Uint8Array>,
  onEnd: () => unknown,
  what: 'file' | 'response',
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  let isCancelled = false
  let hasEnded = false
  const end = async () => {
    if (hasEnded) return
    hasEnded = true
    await onEnd()
  }
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await iterator.next()
        if (isCancelled) return
        if (!done) return controller.enqueue(value)
        await end()
        controller.close()
      } catch (error) {
        if (isCancelled) return end()
        log.error({ error: describeError(error) }, `http: a streamed ${what} failed`)
        await end()
        controller.error(error)
      }
    },
    cancel: async () => {
      isCancelled = true
      try {
        await iterator.return?.()
      } finally {
        await end()
      }
    },
  })
}
