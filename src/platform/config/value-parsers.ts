import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { COMMAND } from '../product-files.ts'

// Parsers of variable values. Each message continues after the variable's name.

export const text = z.string().trim().min(1)
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`)
export const onOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on')
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
export const staffRoles = list.pipe(
  z.array(
    z.enum(['ADMIN', 'SUPPORT', 'MODERATOR', 'CREATOR'], 'must be ADMIN, SUPPORT, MODERATOR or CREATOR'),
  ),
)
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((value) => value.replace(/\/+$/, ''))
export const limit = z
  .string()
  .regex(/^[1-9]\d*\/[1-9]\d*$/, 'must be <count>/<seconds>, such as 30/60')
  .transform((value) => {
    const [count, windowSeconds] = value.split('/').map(Number) as [number, number]
    return { count, windowSeconds }
  })
export const file = text.transform((path, context) => {
  try {
    return { path: resolve(path), content: readFileSync(path, 'utf8') }
  } catch (error) {
    context.addIssue(`cannot be read: ${(error as Error).message}`)
    return z.NEVER
  }
})
/** An X.509 certificate (PEM). */
export const certificateFile = file.transform(({ content }, context) => {
  try {
    return new X509Certificate(content).toString()
  } catch {
    context.addIssue('is not a certificate in PEM format')
    return z.NEVER
  }
})
/** A private key for signatures (PEM). */
export const keyFile = file.transform(({ content }, context) => {
  if (isSigningKey(content)) return content
  context.addIssue('is not an RSA or EC private key in PEM format without a passphrase')
  return z.NEVER
})
/** A Google service account file (JSON). */
export const serviceAccount = file.transform(({ content }, context) => {
  try {
    const json = JSON.parse(content)
    const account = z
      .object({
        project_id: text,
        client_email: text,
        private_key: text.refine((key) => createPrivateKey(key).asymmetricKeyType === 'rsa'),
        private_key_id: text.optional(),
        token_uri: httpUrl.default('https://oauth2.googleapis.com/token'),
      })
      .parse(json)
    return {
      projectId: account.project_id,
      clientEmail: account.client_email,
      privateKey: account.private_key,
      privateKeyId: account.private_key_id,
      tokenUrl: account.token_uri,
    }
  } catch {
    context.addIssue('is not a service account: it needs project_id, client_email and an RSA private_key')
    return z.NEVER
  }
})
export const webPushKey = (bytes: number) =>
  text.refine(
    (key) => /^[A-Za-z0-9_-]+$/.test(key) && Buffer.from(key, 'base64url').length === bytes,
    `must be a key made by: ${COMMAND} keys web-push`,
  )
export const paymentLimits = list.transform((lines, context) => {
  const limits: Record<string, { min: string; max: string }> = {}
  for (const line of lines) {
    const [, currency, min, max] = /^([A-Z]{3})=(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(line) ?? []
    if (currency && Number(min) <= Number(max)) limits[currency] = { min: min!, max: max! }
    else context.addIssue(`has "${line}" where <currency>=<min>-<max> is expected, such as KES=150-250000`)
  }
  return limits
})
export const ratio = z
  .string()
  .regex(/^(0|1|[01]?\.\d+)$/, 'must be a number from 0 to 1')
  .transform(Number)
  .refine((value) => value <= 1, 'must be a number from 0 to 1')
/** `name=value,name=value`, with URL-encoded values. */
export const keyValuePairs = list.transform((lines, context) => {
  const found: Record<string, string> = {}
  for (const line of lines) {
    const [, name, value] = /^([\w-]+)\s*=\s*(.+)$/.exec(line) ?? []
    if (name === undefined) context.addIssue('must be <name>=<value>, separated by commas')
    else found[name] = decoded(value!)
  }
  return found
})
export const address = text.regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address: 0x and 40 hexadecimal digits')
export const origins = list.refine(
  (all) => all.every((origin) => /^https?:\/\/[^/]+$/.test(origin)),
  'must be origins such as https://push.example or https://*.push.example, without a path',
)
export const linkPrefix = text.regex(
  /^[a-z][a-z0-9+.-]*:\/\/\S*$/,
  'must be a link prefix, such as lyceum://',
)
export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
  .superRefine((value, context) => {
    const mode = sslMode(value)
    if (mode && mode !== 'disable' && mode !== 'verify-full') {
      context.addIssue(
        `sslmode=${mode} does not verify the server; use verify-full with DATABASE_CA_FILE, or disable`,
      )
    }
  })

function isSigningKey(pem: string): boolean {
  try {
    return ['rsa', 'ec'].includes(createPrivateKey(pem).asymmetricKeyType!)
  } catch {
    return false
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Further checks run after a first error, so the value may not be a URL. */
export function sslMode(url: string): string | undefined {
  return URL.parse(url)?.searchParams.get('sslmode') ?? undefined
}
