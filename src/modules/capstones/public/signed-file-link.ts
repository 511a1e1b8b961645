import { HOUR_MS, SECOND_MS } from '../../../platform/clock.ts'
import { constantTimeEqual, hmacSha256 } from '../../../platform/secrets.ts'

const PURPOSE = 'submission file'

/**
 * Returns a signed path to a file. It is valid for one to two hours, and stays the same within an hour, so that
 * responses that contain it stay the same. The caller checks that the user may read the file.
 */
export function signedFilePath(fileId: string, now: Date): string {
  const expires = (Math.ceil(now.getTime() / HOUR_MS) + 1) * (HOUR_MS / SECOND_MS)
  const signature = digestOf(fileId, String(expires)).toString('base64url')
  return `/files/submissions/${fileId}?expires=${expires}&signature=${signature}`
}

export function isValidFileLink(fileId: string, query: Record<string, string>, now: Date): boolean {
  const { expires = '', signature = '' } = query
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * SECOND_MS < now.getTime()) return false
  return constantTimeEqual(digestOf(fileId, expires), Buffer.from(signature, 'base64url'))
}

function digestOf(fileId: string, expires: string): Buffer {
  return hmacSha256(PURPOSE, `${fileId} ${expires}`)
}
