import { gzipSync } from 'node:zlib'
import type { Db } from '../../../platform/db/database.ts'
import { findLastStatusIndex, listRevokedIndexes } from '../queries.ts'
import { CREDENTIALS_CONTEXT } from './contexts.ts'
import { issuerId } from './issuer.ts'
import type { Credential } from './sign-credential.ts'

/** The minimum of the specification: a request for a list must not reveal which credential is checked. */
const ENTRIES_PER_LIST = 131_072n

function listUrl(publicUrl: string, list: bigint): string {
  return `${publicUrl}/credentials/status/${list}`
}

/** The reference from a credential to its bit in a status list. */
export function statusEntry(publicUrl: string, statusIndex: bigint) {
  const url = listUrl(publicUrl, statusIndex / ENTRIES_PER_LIST)
  const index = statusIndex % ENTRIES_PER_LIST
  return {
    id: `${url}#${index}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(index),
    statusListCredential: url,
  }
}

/** Encodes a list with one bit per certificate, set if it is revoked. Returns undefined if the list has no certificate. */
export async function encodeStatusList(db: Db, list: bigint): Promise<string | undefined> {
  const first = list * ENTRIES_PER_LIST
  const last = await findLastStatusIndex(db)
  if (last === undefined || first > last) return undefined
  const bits = new Uint8Array(Number(ENTRIES_PER_LIST / 8n))
  for (const index of await listRevokedIndexes(db, first, first + ENTRIES_PER_LIST)) {
    const bit = Number(index - first)
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
