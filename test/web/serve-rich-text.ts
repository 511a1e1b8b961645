import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import tailwind from 'bun-plugin-tailwind'
import { appHtml } from '../../scripts/web/app-html.ts'
import { webContentSecurityPolicy } from '../../src/app/web/content-security-policy.ts'

const ROOT = join(import.meta.dir, '../..')
/** One dot. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export interface RichTextServer {
  url: string
  /** Compressed script by the name of its file. */
  sizes: Map<string, number>
  stop(): Promise<void>
}

/** Builds the page of the rich text field as the studio is built, and serves it with the policy of the service. */
export async function serveRichText(): Promise<RichTextServer> {
  const [script, style] = await Promise.all([
    Bun.build({
      root: ROOT,
      entrypoints: [join(ROOT, 'test/web/rich-text-page.tsx')],
      target: 'browser',
      splitting: true,
      minify: true,
      publicPath: '/assets/',
      naming: { entry: '[name].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name].[ext]' },
      define: { 'process.env.NODE_ENV': '"production"', RUNNER_FILES: '{}' },
    }),
    Bun.build({
      entrypoints: [join(ROOT, 'web/studio/main.css')],
      minify: true,
      plugins: [tailwind],
      external: ['/fonts/*'],
    }),
  ])
  const files = new Map<string, { body: string; type: string }>()
  const sizes = new Map<string, number>()
  for (const output of script.outputs) {
    const name = output.path.split('/').at(-1)!
    const body = await output.text()
    files.set(`/assets/${name}`, { body, type: 'text/javascript' })
    sizes.set(name, brotliCompressSync(body).length)
  }
  files.set('/assets/studio.css', { body: await style.outputs[0]!.text(), type: 'text/css' })
  const names = {
    script: 'rich-text-page.js',
    styles: { file: 'studio.css' },
    boot: undefined,
    icon: 'icon.png',
    font: 'font.woff2',
    touchIcon: 'icon.png',
  }
  const html = appHtml(
    { name: 'studio', title: 'Rich text' },
    { ...names, preloads: [], home: [], texts: {} },
    'test',
  )
  const server = Bun.serve({
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      const file = files.get(pathname)
      if (file) return new Response(file.body, { headers: { 'content-type': file.type } })
      if (pathname === '/')
        return new Response(html, {
          headers: { 'content-type': 'text/html', 'content-security-policy': webContentSecurityPolicy() },
        })
      if (/^\/files\/|icon\.png$/.test(pathname))
        return new Response(PICTURE, { headers: { 'content-type': 'image/png' } })
      return new Response('', { status: 404 })
    },
  })
  return { url: server.url.origin, sizes, stop: () => server.stop(true) }
}
