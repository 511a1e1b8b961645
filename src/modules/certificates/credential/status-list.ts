import { gzipSync } from 'node:zlib'
import type { Db } from '../../../platform/db/database.ts'
import { findLastPlace, listRevokedPlaces } from '../queries.ts'
import { CREDENTIALS_CONTEXT } from './contexts.ts'
import { issuerId } from './issuer.ts'
import type { Credential } from './sign-credential.ts'

/** The least that a list may have, so that asking for it tells little about whom one asks. */
const PLACES_A_LIST = 131_072n

function listUrl(publicUrl: string, list: bigint): string {
  return `${publicUrl}/credentials/status/${list}`
}

/** Where to look whether a credential is revoked. */
export function statusEntry(publicUrl: string, statusIndex: bigint) {
  const url = listUrl(publicUrl, statusIndex / PLACES_A_LIST)
  const place = statusIndex % PLACES_A_LIST
  return {
    id: `${url}#${place}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(place),
    statusListCredential: url,
  }
}

/** A list in its written form: a bit for each certificate, set when it is revoked. Undefined when it is of nobody. */
export async function encodeStatusList(db: Db, list: bigint): Promise<string | undefined> {
  const first = list * PLACES_A_LIST
  const last = await findLastPlace(db)
  if (last === undefined || first > last) return undefined
  const bits = new Uint8Array(Number(PLACES_A_LIST / 8n))
  for (const place of await listRevokedPlaces(db, first, first + PLACES_A_LIST)) {
    const bit = Number(place - first)
    bits[bit >> 3]! |= 0x80 >> (bit & 7)
  }
  return `u${gzipSync(bits).toString('base64url')}`
}

export function describeStatusList(
  encodedList: string,
  { publicUrl, list, at }: { publicUrl: string; list: bigint; at: Date },
): Credential {
  const url = listUrl(publicUrl, list)
  return {
    '@context': [CREDENTIALS_CONTEXT],
    id: url,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: issuerId(publicUrl),
    validFrom: at.toISOString(),
    credentialSubject: {
      id: `${url}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList,
    },
  }
}
