/*
 * The few types of DER (X.690) that a signature in the Cryptographic Message Syntax consists of.
 */

const SEQUENCE = 0x30
const SET = 0x31

/** One value: its tag, its length and its content. */
function encode(tag: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.byteLength)]), content])
}

/** Below 128 in one byte; above, the number of bytes and then the length. */
function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 | bytes.length, ...bytes]
}

export const sequence = (...values: Uint8Array[]) => encode(SEQUENCE, Buffer.concat(values))

/** DER sorts the values of a set by their bytes. */
export const setOf = (...values: Uint8Array[]) =>
  encode(SET, Buffer.concat(values.toSorted((one, other) => Buffer.compare(one, other))))

/** A small number that is not negative. */
export const smallInteger = (value: number) => encode(0x02, Buffer.from([value]))

export const octetString = (bytes: Uint8Array) => encode(0x04, bytes)

export const nullValue = () => encode(0x05, new Uint8Array())

/** Two digits of the year: from 1950 to 2049, which is what the syntax demands for these years. */
export const utcTime = (time: Date) =>
  encode(
    0x17,
    Buffer.from(
      `${time
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  )

/** A constructed value with a tag of its context. */
export const contextValue = (number: number, ...values: Uint8Array[]) =>
  encode(0xa0 | number, Buffer.concat(values))

/** The same content under the tag of its context instead of its own. */
export const retagged = (number: number, value: Uint8Array) =>
  Buffer.concat([Buffer.from([0xa0 | number]), value.subarray(1)])

/** An object identifier, such as `1.2.840.113549.1.7.1`. */
export function objectId(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number) as [number, number, ...number[]]
  const bytes = [first * 40 + second]
  for (const arc of rest) {
    const digits = [arc % 128]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left % 128) | 0x80)
    bytes.push(...digits)
  }
  return encode(0x06, Buffer.from(bytes))
}

/** The values inside of a constructed value, each with its tag and length. */
export function valuesOf(constructed: Uint8Array): Uint8Array[] {
  const values: Uint8Array[] = []
  const end = endOf(constructed, 0)
  for (let at = contentStart(constructed, 0); at < end; ) {
    const next = endOf(constructed, at)
    values.push(constructed.subarray(at, next))
    at = next
  }
  return values
}

function contentStart(bytes: Uint8Array, at: number): number {
  const first = bytes[at + 1]!
  return at + 2 + (first < 0x80 ? 0 : first & 0x7f)
}

function endOf(bytes: Uint8Array, at: number): number {
  const start = contentStart(bytes, at)
  if (bytes[at + 1]! < 0x80) return start + bytes[at + 1]!
  let length = 0
  for (const byte of bytes.subarray(at + 2, start)) length = length * 256 + byte
  return start + length
}
