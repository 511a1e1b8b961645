import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { log } from '../../platform/log.ts'
import { isCompiled, productPath } from '../../platform/product-files.ts'
import { webDigest } from './web-digest.ts'

const ROOT = productPath('')
const BUILD_SCRIPT = productPath('scripts/build-web.ts')
const BUILT = 'built'

/** The built applications on disk. */
export interface BuiltWeb {
  folder: string
  digest: string
}

/**
 * The web applications of this process. They are built by a child process into a folder, under the digest of their
 * sources, and not built again while that stays the same. The compiled program has them beside it.
 */
export class WebBuild {
  readonly #folder: string
  #current: Promise<BuiltWeb> | undefined
  readonly #children = new Set<Bun.Subprocess>()
  #isClosed = false

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The build to serve; the first call starts it. The next call retries a failed build. */
  current(): Promise<BuiltWeb> {
    if (!this.#current) {
      const building = this.#build()
      this.#current = building
      building.catch((error) => {
        log.error({ error: String(error) }, 'web: build failed, the next request retries it')
        if (this.#current === building) this.#current = undefined
      })
    }
    return this.#current
  }

  /** Builds the current sources. The previous build is served until the new one is ready. */
  async rebuild(): Promise<BuiltWeb> {
    const built = await this.#build()
    this.#current = Promise.resolve(built)
    return built
  }

  close(): void {
    this.#isClosed = true
    for (const child of this.#children) child.kill()
  }

  async #build(): Promise<BuiltWeb> {
    if (isCompiled) return findShippedWeb()
    const digest = webDigest(ROOT)
    const folder = join(this.#folder, digest)
    if (existsSync(join(folder, 'learner.html'))) {
      // An earlier process may have stopped before it compressed all files.
      if (!existsSync(join(folder, 'compressed'))) await this.#run([folder, 'compress'])
    } else await this.#run([folder])
    this.#deleteOthers(digest)
    return { folder, digest }
  }

  /** Resolves when the child process reports that the files can be served; it continues to compress them. */
  async #run(parameters: string[]): Promise<void> {
    if (this.#isClosed) throw new Error('The service is stopping.')
    const child = Bun.spawn({
      cmd: [process.execPath, BUILD_SCRIPT, ...parameters],
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#children.add(child)
    const exited = child.exited.finally(() => this.#children.delete(child))
    const complaint = new Response(child.stderr).text()
    let output = ''
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      output += chunk
      if (output.includes(BUILT)) return
    }
    await exited
    throw new Error(`scripts/build-web.ts failed: ${(await complaint).trim().slice(0, 2000)}`)
  }

  #deleteOthers(digest: string): void {
    for (const name of readdirSync(this.#folder)) {
      if (!name.startsWith(digest)) rmSync(join(this.#folder, name), { recursive: true, force: true })
    }
  }
}

/** The build of the compiled program: `built-web` has one folder, named by its digest. */
function findShippedWeb(): BuiltWeb {
  const parent = productPath('built-web')
  const [digest] = readdirSync(parent)
  if (!digest) throw new Error(`${parent} is empty. Unpack the archive of Lyceum again.`)
  return { folder: join(parent, digest), digest }
}
