import { randomBytes, randomInt } from 'node:crypto'

declare const brand: unique symbol

/** A branded identifier: the types prevent passing one kind of id for another. */
export type Id<Kind extends string> = string & { readonly [brand]: Kind }

/** A user id. It is defined here because rate limits, idempotency and the log all use it. */
export type UserId = Id<'User'>
export type SessionId = Id<'Session'>

/** UUIDv7: rows created one after the other are adjacent in the index. */
export function newId<Kind extends string>(): Id<Kind> {
  return Bun.randomUUIDv7() as Id<Kind>
}

/** The smallest id of a time: rows with smaller ids were created before it. Ids know no time before 1970. */
export function smallestIdAt(moment: Date): string {
  const time = Math.max(0, moment.getTime()).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function isId(value: string): boolean {
  return UUID.test(value)
}

/** An unguessable token for machines: 256 bits, URL-safe. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A code that a user types: `digits` decimal digits, each equally likely. */
export function newNumericCode(digits: number): string {
  return randomInt(10 ** digits)
    .toString()
    .padStart(digits, '0')
}

const UNAMBIGUOUS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code that a user reads aloud: no 0 and O, no 1 and I. */
export function newReadableCode(length: number): string {
  return randomText(UNAMBIGUOUS, length)
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Crockford's base32: five bits per character, and confused characters can be corrected. */
export function newCrockfordCode(length: number): string {
  return randomText(CROCKFORD, length)
}

function randomText(alphabet: string, length: number): string {
  let text = ''
  for (let index = 0; index < length; index++) text += alphabet[randomInt(alphabet.length)]
  return text
}
