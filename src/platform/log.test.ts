import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'

const LOG = join(import.meta.dir, 'log.ts')

/**
 * The log lines of a separate process: the log writes to standard output, which this process cannot capture.
 */
function linesOf(code: string, level = 'info'): Record<string, unknown>[] {
  const program = `import { log, workContext } from ${JSON.stringify(LOG)}\n${code}`
  const child = Bun.spawnSync([process.execPath, '-e', program], {
    env: { ...process.env, LOG_LEVEL: level },
  })
  expect(child.stderr.toString()).toBe('')
  return child.stdout
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

describe('a secret in the log', () => {
  const names = [
    ['password', 'newPassword', 'currentPassword', 'pin', 'newPin', 'currentPin', 'walletPin', 'pinToken'],
    [
      'otpCode',
      'totpCode',
      'recoveryCode',
      'recoveryCodes',
      'secret',
      'accessToken',
      'refreshToken',
      'idToken',
      'authorization',
      'privateKey',
      'apiKey',
    ],
  ].flat()

  test('a secret under any of the known names is never logged', () => {
    const fields = Object.fromEntries(names.map((name) => [name, 'hunter2']))
    const [line] = linesOf(`log.info(${JSON.stringify({ ...fields, kept: 'yes' })}, 'told')`)
    expect(JSON.stringify(line)).not.toContain('hunter2')
    expect(line).toMatchObject({ kept: 'yes', msg: 'told', password: '[secret]', authorization: '[secret]' })
  })

  test('a secret is never logged at any depth, in objects and in lists', () => {
    const shapes = [
      '{ a: S }',
      '{ a: { b: S } }',
      '{ a: { b: { c: S } } }',
      '{ a: { b: { c: { d: { e: S } } } } }',
    ]
    shapes.push('{ list: [S] }', '{ list: [[{ a: [S] }]] }')
    for (const shape of shapes) {
      const [line] = linesOf(`const S = { pin: 'hunter2', kept: 'yes' }; log.warn(${shape}, 'told')`)
      expect(JSON.stringify(line)).not.toContain('hunter2')
      expect(JSON.stringify(line)).toContain('"kept":"yes"')
    }
  })

  test('a secret is never logged when its name is in another case, as in headers', () => {
    const [line] = linesOf(`log.info({ headers: { Authorization: 'Bearer hunter2', Host: 'here' } }, 'told')`)
    expect(line!.headers).toEqual({ Authorization: '[secret]', Host: 'here' })
  })

  test('logging a secret does not change the logged object', () => {
    const [line] = linesOf(`const given = { a: { password: 'hunter2' } }
      log.info(given, 'told'); log.info({ same: given.a.password === 'hunter2' }, 'after')`).slice(1)
    expect(line).toMatchObject({ same: true })
  })
})

test('the code of an error is logged', () => {
  expect(linesOf(`log.info({ code: '42P01' }, 'told')`)[0]).toMatchObject({ code: '42P01' })
})

test('an object that contains itself is logged', () => {
  const [line] = linesOf(`const a = { name: 'x' }; a.self = a; log.info({ a }, 'told')`)
  expect(line).toMatchObject({ msg: 'told', a: { name: 'x' } })
})

test('an error and a date are logged with their content', () => {
  const [line] = linesOf(
    `log.error({ err: new Error('one'), fault: new Error('two'), at: new Date(0), n: null }, 'told')`,
  )
  expect(line).toMatchObject({
    err: { message: 'one' },
    fault: { message: 'two' },
    at: '1970-01-01T00:00:00.000Z',
    n: null,
  })
})

test('every log line of a request has its id, also after waiting', () => {
  const lines = linesOf(`await workContext.run({ requestId: 'r-1' }, async () => {
    log.info('one'); await Bun.sleep(1); log.info({ a: 1 }, 'two') })
    log.info('three')`)
  expect(lines.map((line) => line.requestId)).toEqual(['r-1', 'r-1', undefined])
  expect(lines[0]).toMatchObject({ level: 'info', msg: 'one' })
  expect(new Date(lines[0]!.time as string).getTime()).toBeGreaterThan(Date.now() - 60_000)
})

test('the level decides which lines are written, and an unknown level means info', () => {
  const code = `log.debug('d'); log.info('i'); log.warn('w'); log.error('e')`
  expect(linesOf(code, 'warn').map((line) => line.msg)).toEqual(['w', 'e'])
  expect(linesOf(code, 'silent')).toEqual([])
  for (const wrong of ['', 'loud', 'toString']) {
    expect(linesOf(code, wrong).map((line) => line.msg)).toEqual(['i', 'w', 'e'])
  }
})
