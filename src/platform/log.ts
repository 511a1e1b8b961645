import { AsyncLocalStorage } from 'node:async_hooks'
import pino from 'pino'
import pretty from 'pino-pretty'

/** The context of the running request or job, for log lines and error responses. */
export interface WorkContext {
  requestId?: string
  jobId?: string
  /** The trace id, under the name that tools expect. */
  trace_id?: string
}

export const workContext = new AsyncLocalStorage<WorkContext>()

/** Field names that are never logged, at any depth. */
const SECRET_NAMES = [
  'password',
  'newPassword',
  'currentPassword',
  'pin',
  'newPin',
  'currentPin',
  'walletPin',
  'pinToken',
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
]

const CENSORED = '[secret]'
const SECRETS = new Set(SECRET_NAMES.map((name) => name.toLowerCase()))
/** The depth limit; it also ends the walk through an object that contains itself. */
const DEPTH_LIMIT = 8

/**
 * Returns a copy without secrets. Only plain objects and lists are walked: other values have their own
 * serialization.
 */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object') return value
  if (depth > DEPTH_LIMIT) return '[deep]'
  if (value instanceof Error) return pino.stdSerializers.err(value)
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1))
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  const copy: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    copy[name] = SECRETS.has(name.toLowerCase()) ? CENSORED : withoutSecrets(inner, depth + 1)
  }
  return copy
}

/** Used until the configuration is read. The configuration reports an invalid level. */
const requestedLevel = process.env.LOG_LEVEL ?? ''
const level =
  requestedLevel === 'silent' || Object.hasOwn(pino.levels.values, requestedLevel) ? requestedLevel : 'info'

const isTerminal = process.stdout.isTTY === true
const requestedFormat = process.env.LOG_FORMAT

/** Readable lines for people; otherwise JSON lines for machines. The default depends on the output. */
export const isLogReadable =
  requestedFormat === 'text' || requestedFormat === 'json' ? requestedFormat === 'text' : isTerminal

/** The log of the process. */
export const log = pino(
  {
    level,
    base: undefined,
    redact: { paths: SECRET_NAMES, censor: CENSORED },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (level) => ({ level }),
      log: (fields) => withoutSecrets(fields) as Record<string, unknown>,
    },
    mixin: () => workContext.getStore() ?? {},
  },
  isLogReadable
    ? pretty({ colorize: isTerminal, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true })
    : pino.destination({ fd: 1, sync: true }),
)
