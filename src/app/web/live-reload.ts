import { watch } from 'node:fs'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import { plainResponse } from '../../platform/http/response.ts'
import { log } from '../../platform/log.ts'
import { productPath } from '../../platform/product-files.ts'
import type { WebBuild } from './web-build.ts'

const SOURCES = ['web', 'packages/client/src'].map(productPath)
/** Debounces changes, because editors write a file in several steps. */
const SETTLE_MS = 80
const SCRIPT = `new EventSource('/dev/reload').addEventListener('reload', () => location.reload())`

/** For `bun run dev`: builds again when a source changes, and reloads the open pages. */
export class LiveReload {
  readonly headLines = ['<script type="module" src="/dev/reload.js"></script>']
  readonly #streams = new Set<ReadableStreamDefaultController<string>>()
  readonly #watchers
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(build: Pick<WebBuild, 'rebuild'>, sources: readonly string[] = SOURCES) {
    const rebuild = () =>
      build.rebuild().then(
        () => this.#reload(),
        (error) => log.error({ error: String(error) }, 'web: rebuild failed, the previous build stays'),
      )
    this.#watchers = sources.map((folder) =>
      watch(folder, { recursive: true }, () => {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(rebuild, SETTLE_MS)
      }),
    )
  }

  routes(): PlainRoute[] {
    const noStore = { 'cache-control': 'no-store' }
    return [
      {
        path: '/dev/reload.js',
        handle: () => plainResponse(SCRIPT, 200, { ...noStore, 'content-type': 'text/javascript' }),
      },
      {
        path: '/dev/reload',
        handle: () => plainResponse(this.#stream(), 200, { ...noStore, 'content-type': 'text/event-stream' }),
      },
    ]
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const watcher of this.#watchers) watcher.close()
    for (const stream of this.#streams) stream.close()
  }

  #stream(): ReadableStream<string> {
    let own: ReadableStreamDefaultController<string>
    return new ReadableStream<string>({
      start: (controller) => {
        own = controller
        this.#streams.add(controller)
        controller.enqueue('retry: 500\n\n')
      },
      cancel: () => {
        this.#streams.delete(own)
      },
    })
  }

  #reload(): void {
    for (const stream of this.#streams) stream.enqueue('event: reload\ndata: 1\n\n')
  }
}
