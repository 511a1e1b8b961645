import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import {
  contextValue,
  nullValue,
  objectId,
  octetString,
  retagged,
  sequence,
  setOf,
  smallInteger,
  utcTime,
  valuesOf,
} from './der.ts'

/** Certificates and key as PEM. */
export interface Signer {
  certificate: string
  key: string
  /** The certificate that signed the one above. */
  intermediate: string
}

const DATA = objectId('1.2.840.113549.1.7.1')
const SIGNED_DATA = objectId('1.2.840.113549.1.7.2')
const CONTENT_TYPE = objectId('1.2.840.113549.1.9.3')
const MESSAGE_DIGEST = objectId('1.2.840.113549.1.9.4')
const SIGNING_TIME = objectId('1.2.840.113549.1.9.5')
const SHA256 = sequence(objectId('2.16.840.1.101.3.4.2.1'), nullValue())
const RSA = sequence(objectId('1.2.840.113549.1.1.1'), nullValue())
const ECDSA_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'))

/**
 * Signs the content in the Cryptographic Message Syntax (RFC 5652, PKCS #7) without including it. The signature contains the
 * certificates and the time.
 */
export function signDetached(content: Uint8Array, signer: Signer, at: Date): Uint8Array {
  const certificate = new X509Certificate(signer.certificate)
  const key = createPrivateKey(signer.key)
  const attributes = setOf(
    sequence(CONTENT_TYPE, setOf(DATA)),
    sequence(MESSAGE_DIGEST, setOf(octetString(createHash('sha256').update(content).digest()))),
    sequence(SIGNING_TIME, setOf(utcTime(at))),
  )
  const signerInfo = sequence(
    smallInteger(1),
    issuerAndSerial(certificate),
    SHA256,
    retagged(0, attributes),
    key.asymmetricKeyType === 'rsa' ? RSA : ECDSA_SHA256,
    octetString(sign('sha256', attributes, key)),
  )
  const certificates = setOf(certificate.raw, new X509Certificate(signer.intermediate).raw)
  const signedData = sequence(
    smallInteger(1),
    setOf(SHA256),
    sequence(DATA),
    retagged(0, certificates),
    setOf(signerInfo),
  )
  return sequence(SIGNED_DATA, contextValue(0, signedData))
}

/** By these a reader finds the certificate of the signer among those in the signature. */
function issuerAndSerial(certificate: X509Certificate): Uint8Array {
  const [signed] = valuesOf(certificate.raw)
  const values = valuesOf(signed!)
  // The version is optional and has a tag of its context.
  const [serial, , issuer] = values[0]![0] === 0xa0 ? values.slice(1) : values
  return sequence(issuer!, serial!)
}
