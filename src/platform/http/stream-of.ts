import { describeError } from '../describe-error.ts'
import { log } from '../log.ts'

/**
 * A body that is made while it is sent. `onEnd` is called when everything is sent, or when the client or an error ends the
 * response. An error after the first byte closes the connection.
 */
export function streamOf(
  chunks: AsyncIterable<Uint8Array>,
  onEnd: () => unknown,
  what: 'file' | 'response',
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  let isCancelled = false
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await iterator.next()
        if (isCancelled) return
        if (!done) return controller.enqueue(value)
        await onEnd()
        controller.close()
      } catch (error) {
        log.error({ error: describeError(error) }, `http: a streamed ${what} failed`)
        await onEnd()
        controller.error(error)
      }
    },
    cancel: async () => {
      isCancelled = true
      await iterator.return?.()
      await onEnd()
    },
  })
}
