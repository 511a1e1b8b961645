import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { LiveReload } from './live-reload.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-live-reload-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('an edit of a source builds again and then reloads the open pages, but not after a build that failed', async () => {
  mkdirSync(join(folder, 'screens'))
  let builds = 0
  let isBroken = false
  // A build of the applications takes seconds, so this one only says how it ended.
  const build = {
    rebuild: async () => {
      builds++
      if (isBroken) throw new Error('The source does not compile.')
      return { folder, digest: String(builds) }
    },
  }
  const reload = new LiveReload(build, [folder])
  const [script, stream] = reload.routes()
  const respond = async (route: typeof script) =>
    route!.handle(new Request('http://localhost'), {}, new Date())
  expect(reload.headLines[0]).toContain(`src="${script!.path}"`)
  expect(await (await respond(script)).text()).toContain(`EventSource('${stream!.path}')`)

  let received = ''
  const page = (async () => {
    const reader = (await respond(stream)).body!.getReader()
    const decoder = new TextDecoder()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const chunk: unknown = part.value
      received += typeof chunk === 'string' ? chunk : decoder.decode(chunk as Uint8Array)
    }
  })()
  await waitUntil(() => received.includes('retry'))
  const reloads = () => received.split('event: reload').length - 1
  const edit = (text: string) => writeFileSync(join(folder, 'screens', 'today.tsx'), text)

  edit('one')
  await waitUntil(() => reloads() > 0)
  const [shown, before] = [reloads(), builds]
  isBroken = true
  edit('two (')
  await waitUntil(() => builds > before)
  expect(reloads()).toBe(shown)
  isBroken = false
  edit('three')
  await waitUntil(() => reloads() > shown)
  reload.close()
  await page
})
