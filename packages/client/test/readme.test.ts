import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApiText } from '../../../src/app/commands/openapi.ts'

/** Type-checks the programs of the README and of the API document's introduction against the client. */

const PACKAGE = join(import.meta.dir, '..')
const ROOT = join(PACKAGE, '../..')

/** Names that the programs use without a declaration, because the reader's app has them. */
const NAMES_OF_THE_APP = `
import type { TokenStorage, createLyceum as create, LyceumError as LyceumErrorClass, KeyValueStorage } from 'lyceum-client'
declare global {
  const lyceum: ReturnType<typeof create>
  const LyceumError: typeof LyceumErrorClass
  const url: string
  const id: string
  const contestId: string
  const picture: Blob
  const text: string
  const secret: string
  const process: { env: Record<string, string | undefined> }
  const AsyncStorage: KeyValueStorage
  const load: TokenStorage['load']
  const save: TokenStorage['save']
  const clear: TokenStorage['clear']
  function offerGems(): void
  function show(title: string, body: string): void
  function draw(entries: object[]): void
}
`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-readme-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The programs of a page, with the extension of their language. */
function programsOf(markdown: string): { extension: string; text: string }[] {
  return [...markdown.matchAll(/^```(ts|js)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
    extension: language === 'ts' ? 'ts' : 'mjs',
    text: text!,
  }))
}

/** The complaints of the compiler, without the path of the folder. */
async function typeErrorsOf(programs: { extension: string; text: string }[]): Promise<string> {
  const files = programs.map(({ extension, text }, index) => {
    const file = `program-${index + 1}.${extension}`
    // Each program is a module of its own, so that names may repeat.
    writeFileSync(join(folder, file), `${text}\nexport {}\n`)
    return file
  })
  writeFileSync(join(folder, 'names.ts'), NAMES_OF_THE_APP)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        module: 'preserve',
        moduleResolution: 'bundler',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: [],
        paths: { 'lyceum-client': [join(PACKAGE, 'src/lyceum.ts')] },
        strict: true,
        // The JavaScript programs have no types for what they read from the development mailbox.
        noImplicitAny: false,
        allowJs: true,
        checkJs: true,
        allowImportingTsExtensions: true,
        noEmit: true,
      },
      files: ['names.ts', ...files],
    }),
  )
  const compiler = Bun.spawn([join(ROOT, 'node_modules/.bin/tsc'), '-p', folder, '--pretty', 'false'], {
    stdout: 'pipe',
    stderr: 'inherit',
    cwd: folder,
  })
  return (await new Response(compiler.stdout).text()).trim()
}

test('every program of the README and of the introduction compiles against the client', async () => {
  const readme = programsOf(readFileSync(join(PACKAGE, 'README.md'), 'utf8'))
  const introduction = programsOf(JSON.parse(openApiText()).info.description)
  expect([readme.length, introduction.length]).toEqual([11, 1])
  expect(await typeErrorsOf([...readme, ...introduction])).toBe('')
})

test('a program with an unknown endpoint, argument, field or frame does not compile', async () => {
  const errors = await typeErrorsOf([
    { extension: 'ts', text: "await lyceum.call('GET /nothing')" },
    { extension: 'ts', text: "await lyceum.call('POST /auth/login', { body: { email: 'a@b.example' } })" },
    { extension: 'mjs', text: "console.log((await lyceum.call('GET /user/profile')).data.nickname)" },
    { extension: 'mjs', text: "lyceum.live().on('nothing', () => {})" },
  ])
  for (const file of ['program-1.ts', 'program-2.ts', 'program-3.mjs', 'program-4.mjs'])
    expect(errors).toContain(file)
})
