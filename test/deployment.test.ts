import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { parse } from 'yaml'
import packageJson from '../package.json' with { type: 'json' }
import { listTasks } from '../scripts/binary/compile.ts'
import { OUTSIDE_PACKAGES, SHIPPED_PACKAGES, SHIPPED_PATHS } from '../scripts/binary/shipped-files.ts'
import { type Config, ConfigError, readConfig, VARIABLE_NAMES } from '../src/platform/config/config.ts'

/** Checks the image and the compose file without building or running them. */

const ROOT = join(import.meta.dir, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface ComposeService {
  image?: string
  build?: string
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
}
const compose: { services: Record<string, ComposeService>; volumes: Record<string, unknown> } = parse(
  read('compose.yaml'),
  { merge: true },
)
const services = Object.entries(compose.services)
const ours = services.filter(([, { build }]) => build !== undefined)

/** The variables of `.env.example`. */
const requested = [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => ({
  name,
  value,
}))

/** `${NAME}`, `${NAME:-default}` and `${NAME:?fault}` in compose files. */
const PLACEHOLDER = /\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g

function filledIn(
  environment: Record<string, string>,
  values: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.replace(PLACEHOLDER, (_, wanted: string, kind: string, rest: string) => {
        if (values[wanted]) return values[wanted]
        if (kind === '?') throw new Error(`${wanted} is missing: ${rest}`)
        return kind === '-' ? rest : ''
      }),
    ]),
  )
}

const FILLED_IN: Record<string, string> = {
  PUBLIC_URL: 'https://learn.example',
  POSTGRES_PASSWORD: 'a1b2c3d4e5f6',
  SECRET_KEY: 'k'.repeat(48),
  PIN_PEPPER: 'p'.repeat(48),
  CONTRACT_WEBHOOK_SECRET: 'c'.repeat(32),
  REVENUECAT_WEBHOOK_KEY: 'r'.repeat(32),
  SMTP_URL: 'smtp://user:password@mail.example:587',
}

describe('the compose file', () => {
  test('the compose file sets only variables that the service reads', () => {
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'api', 'worker'])
    for (const [name, { environment }] of ours) {
      const unknown = Object.keys(environment!).filter((key) => !VARIABLE_NAMES.includes(key as never))
      expect([name, unknown]).toEqual([name, []])
    }
  })

  test('the compose file starts in production with the variables of .env.example, and each of them is required', () => {
    for (const [name, { environment }] of ours) {
      const config: Config = readConfig(filledIn(environment!, FILLED_IN))
      expect([name, config.production, config.database.url]).toEqual([
        name,
        true,
        'postgres://lyceum:a1b2c3d4e5f6@postgres:5432/lyceum?sslmode=disable',
      ])
      for (const missing of Object.keys(FILLED_IN))
        expect(() => filledIn(environment!, { ...FILLED_IN, [missing]: '' })).toThrow(`${missing} is missing`)
    }
    expect(readConfig(filledIn(compose.services.api!.environment!, FILLED_IN)).role).toBe('api')
    expect(readConfig(filledIn(compose.services.worker!.environment!, FILLED_IN)).role).toBe('worker')
  })

  test('the service refuses development secrets in the compose file', () => {
    const environment = filledIn(compose.services.api!.environment!, {
      ...FILLED_IN,
      SECRET_KEY: 'dev-secret-key-do-not-use-in-production',
    })
    expect(() => readConfig(environment)).toThrow(ConfigError)
  })

  test('the compose file uses exactly the variables of .env.example, which has no values', () => {
    const wanted = new Set([...read('compose.yaml').matchAll(PLACEHOLDER)].map(([, name]) => name))
    expect(requested.map(({ name }) => name).sort()).toEqual([...wanted].sort() as string[])
    expect(requested.filter(({ value }) => value !== '')).toEqual([])
    for (const line of ['.env', 'deploy/secrets/']) expect(read('.gitignore').split('\n')).toContain(line)
  })

  test('the compose file mounts existing files and declared volumes, and depends on declared services', () => {
    for (const [, { volumes = [], depends_on = {} }] of services) {
      for (const volume of volumes) {
        const [from] = volume.split(':') as [string]
        if (!from.startsWith('./')) expect(Object.keys(compose.volumes)).toContain(from)
        // The operator creates these, as the head of the file explains.
        else if (from !== './deploy/secrets')
          expect([from, existsSync(join(ROOT, from))]).toEqual([from, true])
      }
      for (const name of Object.keys(depends_on)) expect(Object.keys(compose.services)).toContain(name)
    }
  })
})

/** The files that a source asks for at run time, by their paths in the repository. */
function productPathsOf(text: string): string[] {
  return Array.from(text.matchAll(/productPath\(['`]([^'`$]+)/g), ([, path]) => path!)
}

async function serviceSources(): Promise<Map<string, string>> {
  const sources = new Map<string, string>()
  for await (const file of new Bun.Glob('{src,contracts}/**/*.ts').scan(ROOT))
    if (!/\.test\.ts$|-testbed\.ts$/.test(file)) sources.set(file, read(file))
  return sources
}

describe('the files beside the compiled program', () => {
  /** Files that only development reads, or that are compiled. */
  const NOT_SHIPPED = ['scripts/build-web.ts', 'src/platform/child-process/child.ts', 'built-web']

  test('no source finds files by its own place, which the compiled program does not have', async () => {
    const own = [...(await serviceSources())].filter(([, text]) =>
      /import\.meta\.(?:dir|url|path|resolve|filename)/.test(text),
    )
    expect(own.map(([file]) => file).sort()).toEqual([
      // Writes its schema when it is run by itself.
      'src/modules/authoring/packs/pack-json-schema.ts',
      'src/platform/product-files.ts',
    ])
  })

  test('every file that the service reads is shipped, and every shipped file exists', async () => {
    const asked = [...(await serviceSources()).values()].flatMap(productPathsOf)
    expect(asked).toContain('migrations')
    const isShipped = (path: string) =>
      SHIPPED_PATHS.some((known) => path === known || known.startsWith(path))
    expect(asked.filter((path) => !isShipped(path) && !NOT_SHIPPED.includes(path))).toEqual([])
    expect(SHIPPED_PATHS.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('every package whose files the service reads is shipped, and so is every package outside of the program', async () => {
    const asked = [...(await serviceSources()).values()].flatMap((text) =>
      Array.from(text.matchAll(/packagePath\(['`]([^'`$]+)/g), ([, name]) => name!),
    )
    expect(asked.length).toBeGreaterThan(2)
    const isShipped = (wanted: string) => SHIPPED_PACKAGES.some(({ name }) => name.test(wanted))
    expect([...asked, ...OUTSIDE_PACKAGES].filter((name) => !isShipped(name))).toEqual([])
  })

  test('a task of child processes is found by its name when the program is compiled', async () => {
    const defined = [...(await serviceSources()).values()].flatMap((text) =>
      Array.from(text.matchAll(/'(src\/[^']+-task\.ts)'/g), ([, path]) => path!),
    )
    expect(defined.length).toBeGreaterThan(2)
    expect(defined.filter((path) => !listTasks().includes(path))).toEqual([])
  })
})

describe('the installation with systemd', () => {
  const example = read('deploy/systemd/lyceum.env.example')
  const settings = Object.fromEntries(
    Array.from(example.matchAll(/^([A-Z_]+)=(.*)$/gm), ([, name, value]) => [name!, value!]),
  )
  const page = read('docs/install.md')

  test('the settings are known, contain no secret, and start in production once the page has filled them in', () => {
    expect(Object.keys(settings).filter((name) => !VARIABLE_NAMES.includes(name as never))).toEqual([])
    const filledByPage = [...page.matchAll(/s\|\^([A-Z_]+)=\.\*\|/g)].map(([, name]) => name!)
    const [, secrets] = /^for name in (.+); do$/m.exec(page)!
    const filled = [...filledByPage, ...secrets!.split(' ')]
    expect(filled.filter((name) => settings[name] !== '')).toEqual([])
    const values = { ...FILLED_IN, MAIL_FROM: 'Lyceum <a@b.example>', METRICS_TOKEN: 'm'.repeat(32) }
    const given = Object.fromEntries(filled.map((name) => [name, values[name as keyof typeof values]]))
    const config = readConfig({ ...settings, ...given })
    expect([config.production, config.database.url]).toEqual([true, undefined])
    expect(() => readConfig(settings)).toThrow(ConfigError)
  })

  test('the page and the units name only files that the archive has', () => {
    const units = readdirSync(join(ROOT, 'deploy/systemd'))
    const named = [...page.matchAll(/\/opt\/lyceum\/current\/([\w@./-]+)/g)].map(([, path]) => path!)
    expect(named.length).toBeGreaterThan(5)
    for (const path of named)
      expect([
        path,
        existsSync(join(ROOT, path)) && SHIPPED_PATHS.some((known) => path.startsWith(known)),
      ]).toEqual([path, true])
    for (const unit of units.filter((name) => /service$/.test(name))) {
      const text = read(`deploy/systemd/${unit}`)
      expect(text).toContain('User=lyceum\n')
      expect(text).toContain('EnvironmentFile=/etc/lyceum/lyceum.env\n')
      expect(text).toMatch(/^ExecStart=\/opt\/lyceum\/current\/lyceum (?:start|backup) ?/m)
    }
    expect(page).toContain(`lyceum-${packageJson.version}-linux-x64.tar.gz`)
  })
})

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, paths]) =>
    paths!.split(' ').slice(0, -1),
  )
  const isCopied = (path: string) => copied.some((known) => path === known || path.startsWith(`${known}/`))

  test('the Dockerfile copies only files that exist and that .dockerignore does not exclude', () => {
    const letThrough = read('.dockerignore').split('\n')
    expect(letThrough).toContain('*')
    for (const path of copied) {
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true])
      expect(letThrough).toContain(`!${path}`)
    }
  })

  test('the Dockerfile copies every file that the service imports or reads', async () => {
    const lacking: string[] = []
    for await (const file of new Bun.Glob('{src,contracts}/**/*.ts').scan(ROOT)) {
      if (/\.test\.ts$|-testbed\.ts$/.test(file)) continue
      const text = read(file)
      const imported = Array.from(text.matchAll(/from '(\.[^']+)'/g), ([, path]) =>
        normalize(join(file, '..', path!)),
      )
      // The image builds the web applications when it starts.
      const paths = [...imported, ...productPathsOf(text).filter((path) => path !== 'built-web')]
      lacking.push(...paths.filter((path) => !isCopied(path)).map((path) => `${file}: ${path}`))
      lacking.push(...paths.filter((path) => /\.test\.ts$|-testbed\.ts$/.test(path)))
    }
    expect(lacking).toEqual([])
  })

  test('the service installs no package at run time and imports no development dependency', async () => {
    const development = Object.keys(packageJson.devDependencies)
    const used = new Set<string>()
    for await (const file of new Bun.Glob('{src,contracts}/**/*.ts').scan(ROOT)) {
      if (/\.test\.ts$|-testbed\.ts$/.test(file)) continue
      for (const [, name] of read(file).matchAll(/(?:from|import\() ?'((?:@[^/']+\/)?[^./'][^/']*)/g))
        used.add(name!)
    }
    expect([...used].filter((name) => name !== 'bun' && development.includes(name))).toEqual([])
  })

  test('the Dockerfile uses the Bun version of this project and does not run as root', () => {
    const versions = [...dockerfile.matchAll(/^FROM oven\/bun:([\d.]+)-slim/gm)].map(([, version]) => version)
    expect(versions).toEqual([packageJson.devDependencies.bun, packageJson.devDependencies.bun])
    expect(dockerfile.lastIndexOf('\nUSER bun')).toBeGreaterThan(dockerfile.lastIndexOf('\nFROM'))
    expect(dockerfile).toContain('HEALTHCHECK')
  })
})
