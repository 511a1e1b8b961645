import type { FrameMessage, FrameRequest, WorkerMessage } from './protocol.ts'

/*
 * The script of the sandbox frame. The frame has an origin of its own and a policy without any network. It runs code in a
 * worker, which it can end at any time.
 */

const TIME_LIMIT_MS = 5_000

addEventListener('message', ({ source: sender, data, ports: [port] }: MessageEvent<FrameRequest>) => {
  if (sender !== parent || !port) return
  if (data.source === undefined) port.postMessage({ type: 'loaded' } satisfies FrameMessage)
  else run(data.source, data.job, port)
})

function run(source: string, job: FrameRequest['job'], port: MessagePort): void {
  const send = (message: FrameMessage) => port.postMessage(message)
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
  const worker = new Worker(url)
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = (message: FrameMessage) => {
    clearTimeout(timer)
    worker.terminate()
    URL.revokeObjectURL(url)
    send(message)
  }
  worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    if (data.type === 'done') end(data)
    // The time of an engine that is being compiled does not count.
    else if (data.type === 'started') timer ??= setTimeout(() => end({ type: 'timeout' }), TIME_LIMIT_MS)
    else send(data)
  }
  worker.onerror = (event) => {
    event.preventDefault()
    send({ type: 'error', text: event.message || 'Error', line: undefined })
    end({ type: 'done' })
  }
  // The page has ended the run.
  port.onmessage = () => end({ type: 'timeout' })
  worker.postMessage(job, job?.wasm ? [job.wasm] : [])
}
