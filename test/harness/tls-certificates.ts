import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

interface KeyPair {
  publicKey: KeyObject
  privateKey: KeyObject
}

/** Certificate and key as PEM. */
export interface TestCertificate {
  certificate: string
  key: string
}

export interface TestAuthority {
  certificate: string
  /** For names and IPv4 addresses. */
  issue(...names: string[]): TestCertificate
}

/** A certificate authority for tests, so that they need no external program and no key in the repository. */
export function createAuthority(name: string): TestAuthority {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const isAuthority = extension('2.5.29.19', sequence(der(0x01, [0xff])), true)
  return {
    certificate: certificate({ subject: name, of: pair.publicKey, issuer: name, by: pair, isAuthority }),
    issue: (...names) => {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const alternatives = extension('2.5.29.17', sequence(...names.map(alternativeName)))
      const parts = { subject: names[0]!, of: own.publicKey, issuer: name, by: pair, alternatives }
      return {
        certificate: certificate(parts),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}

interface CertificateOptions {
  subject: string
  of: KeyObject
  issuer: string
  by: KeyPair
  isAuthority?: Buffer
  alternatives?: Buffer
}

/** X.509 version 3, valid for the years in which these tests run. */
function certificate({ subject, of, issuer, by, isAuthority, alternatives }: CertificateOptions): string {
  const algorithm = sequence(identifier('1.2.840.10045.4.3.2'))
  const extensions = [isAuthority, alternatives].filter((part) => part !== undefined)
  const body = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguished(issuer),
    sequence(der(0x18, '20200101000000Z'), der(0x18, '20991231235959Z')),
    distinguished(subject),
    of.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', body, by.privateKey)
  const signedCertificate = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = signedCertificate.toString('base64').match(/.{1,64}/g)!
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function der(tag: number, content: Buffer | number[] | string): Buffer {
  const bytes = Buffer.from(content as Buffer)
  const { length } = bytes
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), bytes])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function distinguished(name: string): Buffer {
  return sequence(der(0x31, sequence(identifier('2.5.4.3'), der(0x0c, name))))
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  return sequence(identifier(id), ...(isCritical ? [der(0x01, [0xff])] : []), der(0x04, value))
}

function alternativeName(name: string): Buffer {
  return isIP(name) === 4 ? der(0x87, name.split('.').map(Number)) : der(0x82, name)
}

function identifier(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number) as [number, number, ...number[]]
  return der(0x06, [first * 40 + second, ...rest.flatMap(sevenBits)])
}

/** Base 128: seven bits per byte, the highest bit set in all but the last. */
function sevenBits(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift(0x80 | (rest & 0x7f))
  return bytes
}
