import type { Fetch } from './attempt.ts'

export interface UploadProgress {
  /** Bytes of the body that were sent. A retry begins again. */
  loaded: number
  /** All bytes of the body; undefined if the runtime does not know them. */
  total: number | undefined
}

export type OnUploadProgress = (progress: UploadProgress) => void

/** The listeners of the bodies that are being sent. */
export type UploadListeners = WeakMap<object, OnUploadProgress>

/**
 * Reports how much of a body was sent. Browsers and React Native report it only for an XMLHttpRequest; elsewhere the
 * body is sent as a stream.
 */
export function withUploadProgress(
  fetch: Fetch,
  listeners: UploadListeners,
  canReplaceFetch: boolean,
): Fetch {
  return (url, init) => {
    const listener = init.body instanceof Object ? listeners.get(init.body) : undefined
    if (!listener) return fetch(url, init)
    return canReplaceFetch && typeof XMLHttpRequest !== 'undefined'
      ? sendByXhr(url, init, listener)
      : sendAsStream(fetch, url, init, listener)
  }
}

async function sendAsStream(
  fetch: Fetch,
  url: string,
  init: RequestInit,
  onProgress: OnUploadProgress,
): Promise<Response> {
  const encoded = new Response(init.body as BodyInit)
  const type = encoded.headers.get('content-type')
  const body = await encoded.blob()
  let loaded = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      loaded += chunk.byteLength
      onProgress({ loaded, total: body.size })
      controller.enqueue(chunk)
    },
  })
  const headers = { ...(init.headers as Record<string, string>), ...(type ? { 'content-type': type } : {}) }
  const streamed = { ...init, headers, body: body.stream().pipeThrough(counter), duplex: 'half' }
  return fetch(url, streamed as RequestInit)
}

function sendByXhr(url: string, init: RequestInit, onProgress: OnUploadProgress): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open(init.method ?? 'POST', url)
    for (const [name, value] of Object.entries(init.headers as Record<string, string>))
      xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      onProgress({ loaded, total: lengthComputable ? total : undefined })
    xhr.onload = () => {
      const body = [204, 304].includes(xhr.status) ? null : xhr.responseText
      resolve(new Response(body, { status: xhr.status, headers: headersOf(xhr) }))
    }
    xhr.onerror = () => reject(new TypeError('The request failed.'))
    xhr.onabort = () => reject(init.signal?.reason ?? new Error('The request was aborted.'))
    if (init.signal?.aborted) return reject(init.signal.reason)
    init.signal?.addEventListener('abort', () => xhr.abort(), { once: true })
    xhr.send(init.body as XMLHttpRequestBodyInit)
  })
}

function headersOf(xhr: XMLHttpRequest): [string, string][] {
  const lines = xhr
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
  return lines.flatMap((line) => {
    const at = line.indexOf(':')
    return at < 0 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as [string, string]]
  })
}
