/** The words of a field name: `accessToken`, `access_token` and `access-token` have the same ones. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

const SECRET_WORDS = ['secret', 'password', 'passwd', 'authorization', 'credential', 'credentials', 'jwt']
/** A field is secret if its name ends with one of these. `tokenId` is not a token. */
const SECRET_ENDS = ['token', 'signature', 'sign', 'hmac', 'pin', 'otp', 'cvv', 'cvc', 'apikey']
const SECRET_KEYS = ['api', 'private', 'access', 'secret', 'signing', 'webhook']

function isSecret(name: string): boolean {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  if (words.some((word) => SECRET_WORDS.includes(word)) || SECRET_ENDS.includes(last)) return true
  return last === 'key' && SECRET_KEYS.includes(words.at(-2) ?? '')
}

const REMOVED = '[removed]'

/** The JSON text without the values of secret fields, at any depth. Null if the text is not JSON. */
export function redactBody(text: string): string | null {
  try {
    return JSON.stringify(
      JSON.parse(text, (name, value) => (isSecret(name) && value !== null ? REMOVED : value)),
    )
  } catch {
    return null
  }
}
