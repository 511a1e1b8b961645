import { randomBytes, randomInt } from 'node:crypto'

declare const brand: unique symbol

/** An identifier that cannot be handed where another kind of identifier belongs. */
export type Id<Kind extends string> = string & { readonly [brand]: Kind }

/** Who acts or owns. It is known here because limits, idempotency and the log all speak of it. */
export type UserId = Id<'User'>
export type SessionId = Id<'Session'>

/** UUIDv7: rows made one after the other lie one after the other in the index. */
export function newId<Kind extends string>(): Id<Kind> {
  return Bun.randomUUIDv7() as Id<Kind>
}

/** The least id that can be made at a moment: rows with lesser ones were made before it. */
export function smallestIdAt(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export function isId(value: string): boolean {
  return UUID.test(value)
}

/** An unguessable secret for people's machines: 256 bits, safe in a URL. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A code that a person types: `digits` decimal digits, each equally likely. */
export function newNumericCode(digits: number): string {
  return randomInt(10 ** digits)
    .toString()
    .padStart(digits, '0')
}

const UNAMBIGUOUS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code that a person reads aloud: no 0 and O, no 1 and I. */
export function newReadableCode(length: number): string {
  return randomText(UNAMBIGUOUS, length)
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Crockford's base32: five bits a character, and what people confuse when they type it off can be put right. */
export function newCrockfordCode(length: number): string {
  return randomText(CROCKFORD, length)
}

function randomText(alphabet: string, length: number): string {
  let text = ''
  for (let index = 0; index < length; index++) text += alphabet[randomInt(alphabet.length)]
  return text
}
