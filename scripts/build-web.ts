import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from 'bun-plugin-tailwind'
import { type AppName, type AssetNames, appHtml, type Styles, WEB_APPS } from './web/app-html.ts'
import { restoreLogicalProperties } from './web/logical-properties.ts'
import { ICON_FILES, type IconNames, webManifest } from './web/manifest.ts'
import { buildRunner, bundleScript, type RunnerNames } from './web/runner.ts'
import { shareSmallFiles } from './web/share-small-files.ts'

/**
 * Builds the web applications into the folder that is given on the command line. Runs as a child process of
 * the service, so that the bundler's memory is freed. Prints `built` as soon as the files can be served, then
 * writes the compressed files.
 */
const ROOT = join(import.meta.dir, '..')
const WEB = join(ROOT, 'web')
const FONTS = ['figtree-latin-wght-normal', 'figtree-latin-ext-wght-normal']
const COMPRESSIBLE = /\.(?:js|css|svg|html|wasm)$/

export async function buildWeb(target: string): Promise<void> {
  const draft = `${target}.${process.pid}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(join(draft, 'assets'), { recursive: true })
  const fonts = await copyFonts(draft)
  const icon = await copyHashed(join(WEB, 'ui/brand/favicon.svg'), draft)
  const icons = await copyIcons(draft)
  const build = basename(target)
  const runner = await buildRunner((base, ending, content) => writeHashed(draft, base, ending, content))
  const define = definitions(runner)
  await bundleRenderer(draft, define)
  for (const app of WEB_APPS) {
    const [names, styles, boot] = await Promise.all([
      bundle(draft, app.name, define),
      buildStyles(draft, app.name, fonts),
      app.name === 'learner' ? bundleScript(join(WEB, 'learner/boot/boot.ts')) : undefined,
    ])
    const touchIcon = icons.get('apple-touch-180')!
    const font = fonts.get(FONTS[0]!)!
    const html = appHtml(app, { ...names, styles, boot: boot?.trim(), icon, touchIcon, font }, build)
    writeFileSync(join(draft, `${app.name}.html`), html)
  }
  writeFileSync(join(draft, 'manifest.webmanifest'), webManifest(icons))
  // SQLite is stored when a lesson needs it.
  await bundleWorker(draft, build, icons, [icon, ...fonts.values(), runner.sandbox, runner.javascript])
  mkdirSync(join(target, '..'), { recursive: true })
  rmSync(target, { recursive: true, force: true })
  renameSync(draft, target)
}

type Definitions = Record<string, string>

/** What the build fills in in the applications. */
function definitions(runner: RunnerNames): Definitions {
  const paths = Object.entries(runner).map(([key, name]) => [key, `/assets/${name}`])
  return {
    'process.env.NODE_ENV': '"production"',
    RUNNER_FILES: JSON.stringify(Object.fromEntries(paths)),
  }
}

/** Builds each application separately: shared code would otherwise be split into many small files. */
async function bundle(draft: string, app: AppName, define: Definitions): Promise<BundleNames> {
  const result = await Bun.build({
    root: WEB,
    plugins: app === 'learner' ? [shareSmallFiles(WEB)] : [],
    entrypoints: [join(WEB, app, 'main.tsx')],
    outdir: join(draft, 'assets'),
    target: 'browser',
    splitting: true,
    minify: true,
    metafile: true,
    // The list of all files and their imports would be 3 KB of the first view: see `home` below.
    modulePreload: false,
    publicPath: '/assets/',
    naming: {
      entry: `${app}-[hash].[ext]`,
      chunk: `${app}-[name]-[hash].[ext]`,
      asset: '[name]-[hash].[ext]',
    },
    define,
  })
  if (!result.metafile) throw new Error('The bundler gave no list of what it wrote.')
  return namesOf(result.metafile, app)
}

/** The service worker of the learner app: it knows the files of its build, which it stores. */
async function bundleWorker(draft: string, build: string, icons: IconNames, shared: string[]): Promise<void> {
  const files = readdirSync(join(draft, 'assets')).filter((name) => name.startsWith('learner-'))
  const paths = [...files, ...shared].map((name) => `/assets/${name}`).sort()
  const result = await Bun.build({
    root: WEB,
    entrypoints: [join(WEB, 'learner/worker/sw.ts')],
    outdir: draft,
    target: 'browser',
    format: 'iife',
    minify: true,
    naming: 'sw.[ext]',
    define: {
      BUILD: JSON.stringify(build),
      FILES: JSON.stringify(paths),
      ICON: JSON.stringify(`/assets/${icons.get('icon-192')}`),
      BADGE: JSON.stringify(`/assets/${icons.get('badge-96')}`),
    },
  })
  if (!result.success) throw new AggregateError(result.logs, 'The service worker cannot be built.')
}

/** The renderer of public pages, which the service imports. */
async function bundleRenderer(draft: string, define: Definitions): Promise<void> {
  const result = await Bun.build({
    root: WEB,
    entrypoints: [join(WEB, 'learner/server.tsx')],
    outdir: join(draft, 'server'),
    target: 'bun',
    minify: true,
    naming: 'learner.[ext]',
    // Otherwise the bundler takes the CommonJS file of the icons, of which it cannot leave out any.
    conditions: ['module'],
    define,
  })
  if (!result.success) throw new AggregateError(result.logs, 'The page renderer cannot be built.')
}

type BundleNames = Pick<AssetNames, 'script' | 'preloads' | 'home' | 'texts'>

/** What the first screen of a signed-in user loads after the script. */
const HOME: Record<AppName, string[]> = {
  learner: [
    'screens/today.tsx',
    'frame/app-frame.tsx',
    'today/due-reviews.tsx',
    'today/quests-card.tsx',
    'today/promotion-card.tsx',
  ],
  studio: [],
  console: ['screens/attention.tsx'],
}

/** The script of an application, the chunks that it imports before it runs, and those of the home. */
function namesOf({ outputs }: Bun.BuildMetafile, app: AppName): BundleNames {
  const byName = new Map(Object.entries(outputs).map(([path, output]) => [nameOf(path), output]))
  const [script] = [...byName].find(([, { entryPoint }]) => entryPoint?.endsWith(`${app}/main.tsx`)) ?? []
  if (!script) throw new Error(`The build has no script of ${app}.`)
  const found = new Set<string>()
  const follow = (name: string) => {
    for (const { path, kind } of byName.get(name)?.imports ?? []) {
      const imported = nameOf(path)
      if (kind !== 'import-statement' || found.has(imported) || imported === script) continue
      found.add(imported)
      follow(imported)
    }
  }
  follow(script)
  // The application imports it as soon as it runs.
  const [renderer] =
    [...byName].find(([, { entryPoint }]) => entryPoint?.endsWith('react-dom/client.js')) ?? []
  if (renderer) found.add(renderer)
  const preloads = [...found]
  for (const [name, { entryPoint }] of byName) {
    if (!HOME[app].some((file) => entryPoint?.endsWith(`${app}/${file}`))) continue
    found.add(name)
    follow(name)
  }
  return { script, preloads, home: [...found].slice(preloads.length), texts: textsOf(byName, app) }
}

/** The texts of the first view by language, and those that the home of the learner app needs as well. */
function textsOf(
  outputs: Map<string, Bun.BuildMetafile['outputs'][string]>,
  app: AppName,
): AssetNames['texts'] {
  const texts: AssetNames['texts'] = {}
  if (app === 'studio') return texts
  for (const [name, { entryPoint }] of outputs) {
    const [, of, folder, language] =
      /(learner|console)\/messages\/(player\/|screens\/)?(\w+)\.ts$/.exec(entryPoint ?? '') ?? []
    if (!language || of !== app) continue
    texts[language] ??= { first: '', screens: [] }
    if (!folder) texts[language].first = name
    else if (app === 'learner') texts[language].screens.push(name)
  }
  return texts
}

function nameOf(path: string): string {
  return path.split('/').at(-1)!
}

/**
 * Builds styles separately from scripts, so that the bundler does not inline fonts. The pages of the learner app and of the console
 * contain theirs: on a slow connection the file would come one round trip after the page, and nothing is painted before.
 */
async function buildStyles(draft: string, app: AppName, fonts: Map<string, string>): Promise<Styles> {
  const result = await Bun.build({
    entrypoints: [join(WEB, app, 'main.css')],
    minify: true,
    plugins: [tailwind],
    external: ['/fonts/*'],
  })
  let text = restoreLogicalProperties(await result.outputs[0]!.text())
  for (const [font, name] of fonts) text = text.replaceAll(`/fonts/${font}.woff2`, `/assets/${name}`)
  return app === 'studio' ? { file: writeHashed(draft, app, 'css', text) } : { text: text.trim() }
}

async function copyFonts(draft: string): Promise<Map<string, string>> {
  const folder = join(ROOT, 'node_modules/@fontsource-variable/figtree/files')
  const copied = FONTS.map(
    async (font) => [font, await copyHashed(join(folder, `${font}.woff2`), draft)] as const,
  )
  return new Map(await Promise.all(copied))
}

async function copyIcons(draft: string): Promise<IconNames> {
  const copied = ICON_FILES.map(
    async (name) => [name, await copyHashed(join(WEB, 'ui/brand/icons', `${name}.png`), draft)] as const,
  )
  return new Map(await Promise.all(copied))
}

async function copyHashed(path: string, draft: string): Promise<string> {
  const bytes = await Bun.file(path).bytes()
  const [, base, ending] = /([^/]+)\.(\w+)$/.exec(path)!
  return writeHashed(draft, base!, ending!, bytes)
}

function writeHashed(draft: string, base: string, ending: string, content: string | Uint8Array): string {
  const name = `${base}-${digestOf(content)}.${ending}`
  writeFileSync(join(draft, 'assets', name), content)
  return name
}

function digestOf(content: string | Uint8Array): string {
  return Bun.hash(content).toString(36).slice(0, 8)
}

/**
 * Writes `.br` and `.gz` files where they are smaller. The marker file shows that all of them are written.
 */
export async function compressWeb(target: string): Promise<void> {
  const assets = join(target, 'assets')
  for (const name of readdirSync(assets).filter((name) => COMPRESSIBLE.test(name))) {
    const bytes = await Bun.file(join(assets, name)).bytes()
    const options = {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, options))
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
  writeFileSync(join(target, 'compressed'), '')
}

if (import.meta.main) {
  const [target, task] = process.argv.slice(2)
  if (!target) throw new Error('Name the folder to build into: bun scripts/build-web.ts <folder>')
  if (task !== 'compress') await buildWeb(target)
  console.log('built')
  await compressWeb(target)
}
