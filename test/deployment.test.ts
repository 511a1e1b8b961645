import { describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import packageJson from '../package.json' with { type: 'json' }
import { listTasks } from '../scripts/binary/compile.ts'
import { OUTSIDE_PACKAGES, SHIPPED_PACKAGES, SHIPPED_PATHS } from '../scripts/binary/shipped-files.ts'
import { healthPages } from '../src/app/pages/health.ts'
import { type Config, ConfigError, readConfig, VARIABLE_NAMES } from '../src/platform/config/config.ts'

/** Checks the image and the compose file without building or running them. */

const ROOT = join(import.meta.dir, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

interface ComposeService {
  image?: string
  build?: { context: string; args: Record<string, string> }
  command?: string[]
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  stop_grace_period?: string
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
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'api-1', 'api-2', 'worker'])
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
    expect(readConfig(filledIn(compose.services['api-1']!.environment!, FILLED_IN)).role).toBe('api')
    expect(readConfig(filledIn(compose.services.worker!.environment!, FILLED_IN)).role).toBe('worker')
  })

  test('the containers of the service have a read-only root and time to drain', () => {
    for (const [name, service] of ours) {
      const { read_only, tmpfs, cap_drop, stop_grace_period, volumes } = service
      expect([name, read_only, tmpfs, cap_drop]).toEqual([name, true, ['/tmp'], ['ALL']])
      expect(volumes).toContain('files:/data')
      const { drainMs } = readConfig(filledIn(service.environment!, FILLED_IN))
      // Requests and jobs have 15 seconds each after the drain.
      expect(Number.parseInt(stop_grace_period!, 10)).toBeGreaterThanOrEqual(drainMs / 1000 + 35)
    }
    expect(compose.services.migrate!.command).toEqual(['migrate'])
  })

  test('the service refuses development secrets in the compose file', () => {
    const environment = filledIn(compose.services['api-1']!.environment!, {
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
  const NOT_SHIPPED = ['.git', 'scripts/build-web.ts', 'src/platform/child-process/child.ts', 'built-web']

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

  test('every package with a native library stays outside of the program', () => {
    const manifestOf = (name: string) => JSON.parse(read(`node_modules/${name}/package.json`))
    const isNative = (name: string) =>
      existsSync(join(ROOT, 'node_modules', name)) &&
      [...new Bun.Glob('**/*.node').scanSync(join(ROOT, 'node_modules', name))].length > 0
    const native = Object.keys(packageJson.dependencies).filter((name) =>
      [name, ...Object.keys(manifestOf(name).optionalDependencies ?? {})].some(isNative),
    )
    expect(native).toContain('@node-rs/argon2')
    // Builds the web applications, which the program has already built.
    const outside = [...OUTSIDE_PACKAGES, 'bun-plugin-tailwind']
    expect(native.filter((name) => !outside.includes(name))).toEqual([])
  })

  test('a bundle without the package that hashes passwords stops at its start and names the package', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lyceum-bundle-'))
    await Bun.build({
      entrypoints: [join(ROOT, 'src/modules/accounts/public/password.ts')],
      outdir: folder,
      target: 'bun',
      external: OUTSIDE_PACKAGES,
    })
    const run = Bun.spawnSync({
      cmd: [process.execPath, '--no-install', join(folder, 'password.js')],
      cwd: folder,
    })
    rmSync(folder, { recursive: true })
    expect(run.stderr.toString()).toContain(
      'Passwords cannot be hashed, because the package @node-rs/argon2 or its native library',
    )
    expect(run.exitCode).toBe(1)
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
  const [buildStage, finalStage] = dockerfile.split(/^(?=FROM )/m).slice(1) as [string, string]
  const copied = [...buildStage.matchAll(/^COPY (.+)$/gm)].flatMap(([, paths]) =>
    paths!.split(' ').slice(0, -1),
  )
  const isCopied = (path: string) =>
    copied.some((known) => path === known || path.startsWith(`${known}/`)) &&
    !/\.test\.tsx?$|-testbed\.ts$/.test(path)

  test('the Dockerfile copies only files that exist and that .dockerignore does not exclude', () => {
    const letThrough = read('.dockerignore').split('\n')
    expect(letThrough).toContain('*')
    for (const path of copied) {
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true])
      expect(letThrough).toContain(`!${path}`)
    }
  })

  test('the build stage has every file that the program ships, and every file that its sources import', async () => {
    expect(SHIPPED_PATHS.filter((path) => !isCopied(path))).toEqual([])
    const lacking: string[] = []
    const builders = ['scripts/build-binary.ts', 'scripts/build-web.ts']
    for (const folder of ['src', 'contracts', 'web', 'scripts/binary', 'scripts/web'])
      for await (const file of new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scan(ROOT))
        if (isCopied(file)) builders.push(file)
    for (const file of builders) {
      const imported = Array.from(read(file).matchAll(/(?:from|import\() ?'(\.[^']+)'/g), ([, path]) =>
        normalize(join(file, '..', path!)),
      )
      lacking.push(...imported.filter((path) => !isCopied(path)).map((path) => `${file}: ${path}`))
    }
    expect(builders.length).toBeGreaterThan(1000)
    expect(lacking).toEqual([])
  })

  test('the service imports no development dependency, which the image does not install', async () => {
    const development = Object.keys(packageJson.devDependencies)
    const used = new Set<string>()
    for (const text of (await serviceSources()).values())
      for (const [, name] of text.matchAll(/(?:from|import\() ?'((?:@[^/']+\/)?[^./'][^/']*)/g))
        used.add(name!)
    expect([...used].filter((name) => name !== 'bun' && development.includes(name))).toEqual([])
  })

  test('the image is built with the Bun of this project, for the processor that is asked for', () => {
    expect(buildStage).toStartWith(
      `FROM --platform=$BUILDPLATFORM oven/bun:${packageJson.devDependencies.bun}-slim AS build\n`,
    )
    // A default value would win over the processor that the builder asks for.
    expect(buildStage).toMatch(/^ARG TARGETARCH$/m)
    expect(buildStage).toContain('--target "linux-$(echo "$processor" | sed s/amd64/x64/)"')
    // A command in the final stage would need an emulator.
    expect(finalStage).not.toMatch(/^RUN /m)
    expect(finalStage).toContain(`ARG VERSION=${packageJson.version}\n`)
  })

  test('the commit that is built becomes part of the program and a label, also by the compose file', () => {
    // An argument belongs to one stage.
    for (const stage of [buildStage, finalStage]) expect(stage).toMatch(/^ARG REVISION=unknown$/m)
    expect(buildStage).toContain('LYCEUM_COMMIT="$REVISION" bun scripts/build-binary.ts')
    expect(finalStage).toContain('org.opencontainers.image.revision="$REVISION"')
    for (const [, { build }] of ours) expect(build!.args).toEqual({ REVISION: '${REVISION:-unknown}' })
    for (const path of ['Dockerfile', 'compose.yaml', 'docs/kubernetes.md'])
      expect([path, read(path).includes('REVISION="$(git rev-parse HEAD)"')]).toEqual([path, true])
  })

  test('the image runs without root, with its health check, and writes only to volumes', () => {
    expect(finalStage).toMatch(/^USER 1000:1000$/m)
    expect(finalStage).toMatch(/^COPY --from=build \/out\/lyceum \/opt\/lyceum$/m)
    expect(finalStage).toMatch(/^COPY --from=build --chown=1000:1000 \/out\/data \/data$/m)
    expect(finalStage).toMatch(/^VOLUME \/data$/m)
    const [, check] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(finalStage)!
    const [program, command] = JSON.parse(check!)
    expect([program, commandNames().includes(command)]).toEqual(['lyceum', true])
    const [, defaultCommand] = /^CMD (\[.*\])$/m.exec(finalStage)!
    expect(commandNames()).toContain(JSON.parse(defaultCommand!)[0])
  })
})

/** The commands of `lyceum`. */
function commandNames(): string[] {
  return Array.from(read('src/app/main.ts').matchAll(/\.command\('([\w-]+)'\)/g), ([, name]) => name!)
}

describe('the load balancers', () => {
  /** What production uses if DRAIN_SECONDS is not set. */
  const drainSeconds = readConfig(filledIn(compose.services['api-1']!.environment!, FILLED_IN)).drainMs / 1000
  const caddyfile = read('deploy/Caddyfile')
  const nginx = read('deploy/nginx.conf')
  const secondsOf = (text: string, name: string) => {
    const [, value] = new RegExp(`^\\s*${name} (\\d+)s`, 'm').exec(text)!
    return Number(value)
  }

  test('Caddy is one exact version that does not lose writes, and asks all API processes of the compose file', () => {
    const [, minor, patch] = /^caddy:2\.(\d+)\.(\d+)-alpine$/.exec(compose.services.balancer!.image!)!
    expect(Number(minor) * 1000 + Number(patch)).toBeGreaterThanOrEqual(11_002)
    const apis = ours.filter(([, { environment }]) => environment!.ROLE === 'api').map(([name]) => name)
    expect(apis.length).toBeGreaterThan(1)
    const upstreams = apis.map((name) => `${name}:3000`).join(' ')
    expect(compose.services.balancer!.environment).toEqual({ LYCEUM_SITE: ':8080', LYCEUM_APIS: upstreams })
    expect(caddyfile).toContain(`reverse_proxy {$LYCEUM_APIS:${upstreams}} {`)
    expect(Object.keys(compose.services.balancer!.depends_on!)).toEqual(apis)
  })

  test('Caddy notices within the drain that a process is not ready', () => {
    expect(caddyfile).toMatch(/^\s*health_uri \/health\/ready$/m)
    const [, fails] = /^\s*health_fails (\d+)$/m.exec(caddyfile)!
    expect(secondsOf(caddyfile, 'health_interval') * (Number(fails) + 1)).toBeLessThan(drainSeconds)
  })

  test('nginx has no connection left to a process that has drained', () => {
    expect(secondsOf(nginx, 'keepalive_timeout')).toBeLessThan(drainSeconds)
    expect(nginx).toMatch(/^\s*keepalive \d+;$/m)
  })

  test('a write goes to a second process only with an idempotency key', () => {
    const [withoutKey, withKey] = nginx.split('location @with_key') as [string, string]
    expect(withoutKey).toMatch(/if \(\$http_idempotency_key\) \{\s+return 418;/)
    expect(withoutKey).toContain('error_page 418 = @with_key;')
    expect(withoutKey.match(/proxy_next_upstream .*/g)).toEqual(['proxy_next_upstream error timeout;'])
    expect(withKey.match(/proxy_next_upstream .*/g)).toEqual([
      'proxy_next_upstream error timeout non_idempotent;',
    ])
    const retried = [...caddyfile.matchAll(/lb_retry_match \{\s+(.+)\s+\}/g)].map(([, matcher]) => matcher)
    expect(retried).toEqual(['method GET HEAD', 'header Idempotency-Key *'])
    // Otherwise the body is gone after the first attempt.
    expect(caddyfile).toMatch(/^\s*request_buffers \d+KiB$/m)
  })

  test('no load balancer shows the metrics', () => {
    expect(caddyfile).toMatch(/^\s*respond \/metrics 404$/m)
    expect(nginx).toMatch(/location = \/metrics \{\s+return 404;/)
  })
})

interface Manifest {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  data?: Record<string, string>
  spec: {
    template: { spec: PodSpec; metadata: { labels: Record<string, string> } }
    selector: { matchLabels: Record<string, string> }
    strategy: { rollingUpdate: object }
  }
}
interface PodSpec {
  terminationGracePeriodSeconds: number
  automountServiceAccountToken: boolean
  securityContext: Record<string, unknown>
  containers: Container[]
  volumes: { name: string; secret?: { secretName: string; defaultMode: number } }[]
}
interface Container {
  name: string
  image: string
  args: string[]
  env: { name: string; value: string }[]
  envFrom: { secretRef?: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
  securityContext: Record<string, unknown>
  volumeMounts: { name: string; mountPath: string }[]
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } }
}

describe('the manifests for Kubernetes', () => {
  const text = read('deploy/kubernetes/lyceum.yaml')
  const manifests: Manifest[] = parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((manifest) => manifest !== null)
  const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
  const deployments = ofKind('Deployment')
  const [job] = ofKind('Job')
  const settings = ofKind('ConfigMap')[0]!.data!
  const podOf = ({ spec }: Manifest) => spec.template.spec
  const containerOf = (manifest: Manifest) => podOf(manifest).containers[0]!
  const page = read('docs/kubernetes.md')
  /** The keys of the Secret that the page creates. */
  const secrets = Array.from(page.matchAll(/--from-literal=([A-Z_]+)=/g), ([, name]) => name!)
  const secretValues = Object.fromEntries(
    secrets.map((name, index) => [
      name,
      name === 'DATABASE_URL'
        ? 'postgres://lyceum:a@127.0.0.1/lyceum'
        : name === 'REDIS_URL'
          ? 'redis://redis.example:6379'
          : (FILLED_IN[name] ?? `${index}`.repeat(48)),
    ]),
  )

  test('the manifests were rendered from the chart as it is', () => {
    const digest = new Bun.CryptoHasher('sha256')
    for (const path of [...new Bun.Glob('deploy/helm/lyceum/**/*').scanSync({ cwd: ROOT, dot: true })].sort())
      digest.update(readFileSync(join(ROOT, path)))
    expect(text).toContain(`\n# chart: ${digest.digest('hex')}\n`)
    const chart = parse(read('deploy/helm/lyceum/Chart.yaml'))
    expect([chart.version, chart.appVersion]).toEqual([packageJson.version, packageJson.version])
    for (const manifest of [...deployments, job!])
      expect(containerOf(manifest).image).toBe(`registry.example.org/lyceum:${packageJson.version}`)
  })

  test('the manifests set only settings that exist, and start in production with the secrets of the page', () => {
    expect(deployments.map((manifest) => containerOf(manifest).name)).toEqual(['api', 'worker'])
    const known = (name: string) => VARIABLE_NAMES.includes(name as never)
    expect([...Object.keys(settings), ...secrets].filter((name) => !known(name))).toEqual([])
    for (const manifest of deployments) {
      const { env, ports, name, args, envFrom } = containerOf(manifest)
      const own = Object.fromEntries(env.map(({ name: key, value }) => [key, value]))
      const config = readConfig({ ...settings, ...secretValues, ...own })
      expect([config.production, config.role as string]).toEqual([true, name])
      expect([args, ports]).toEqual([['start'], [{ name: 'http', containerPort: config.port }]])
      expect(envFrom.map(({ secretRef }) => secretRef?.name)).toEqual([undefined, 'lyceum'])
    }
    for (const missing of ['SECRET_KEY', 'PIN_PEPPER', 'CONTRACT_WEBHOOK_SECRET', 'REVENUECAT_WEBHOOK_KEY'])
      expect(() => readConfig({ ...settings, ...secretValues, [missing]: '' })).toThrow(ConfigError)
    // The examples of values on the page.
    for (const [, block] of page.matchAll(/```yaml\n([^`]+)```/g))
      expect(Object.keys(parse(block!).config).filter((name) => !known(name))).toEqual([])
  })

  test('the migration has the same settings, before the processes are replaced', () => {
    expect(containerOf(job!).args).toEqual(['migrate'])
    expect(Object.fromEntries(containerOf(job!).env.map(({ name, value }) => [name, value]))).toEqual(
      settings,
    )
    expect(job!.metadata.annotations!['helm.sh/hook']).toBe('pre-install,pre-upgrade')
  })

  test('every probe asks a path of the health pages, and liveness does not ask the database', () => {
    const paths = healthPages([], undefined).map(({ path }) => path)
    for (const manifest of deployments) {
      const { startupProbe, readinessProbe, livenessProbe } = containerOf(manifest)
      const asked = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe!.httpGet)
      expect(asked).toEqual(
        ['/health/live', '/health/ready', '/health/live'].map((path) => ({ path, port: 'http' })),
      )
      for (const { path } of asked) expect(paths).toContain(path)
    }
  })

  test('a pod has time to drain and to finish, and no process stops before its successor is ready', () => {
    const { drainMs } = readConfig({ ...settings, ...secretValues })
    expect(drainMs).toBeGreaterThanOrEqual(10_000)
    for (const manifest of deployments) {
      expect(podOf(manifest).terminationGracePeriodSeconds).toBeGreaterThan(drainMs / 1000 + 35)
      expect(manifest.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 })
    }
  })

  test('every pod runs as the user of the image, with a read-only root and without rights', () => {
    for (const manifest of [...deployments, job!]) {
      const pod = podOf(manifest)
      expect(pod.automountServiceAccountToken).toBe(false)
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        runAsGroup: 1000,
        fsGroup: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(containerOf(manifest).securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const mounts = containerOf(manifest).volumeMounts.map(({ mountPath }) => mountPath)
      expect(mounts).toEqual(['/data', '/tmp', '/run/lyceum'])
      // The service refuses a key file that all users can read.
      const { secret } = pod.volumes.find(({ name }) => name === 'token-keys')!
      expect(secret!.defaultMode & 0o007).toBe(0)
      expect(page).toContain(`create secret generic ${secret!.secretName} --from-file=token-keys.json`)
    }
  })

  test('Services and disruption budgets find the pods of their Deployment, and no secret is in the manifests', () => {
    for (const { spec } of deployments)
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels)
    const selectors = (kind: string) =>
      ofKind(kind).map(({ spec }) =>
        'matchLabels' in spec.selector ? spec.selector.matchLabels : spec.selector,
      )
    const wanted = deployments.map(({ spec }) => spec.selector.matchLabels)
    expect(selectors('Service')).toEqual(wanted)
    expect(selectors('PodDisruptionBudget')).toEqual(wanted)
    expect(ofKind('Secret')).toEqual([])
  })
})
