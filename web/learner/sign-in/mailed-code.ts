export interface MailedCode {
  /** Empty in the link of a signed-in user. */
  email: string
  code: string
}

/**
 * The code in the link of a mail, if this page was opened by one. It is in the fragment of the address, which no server
 * sees. The user still presses the button: opening a link does nothing.
 */
export function readMailedCode(hash = location.hash): MailedCode | undefined {
  const values = new URLSearchParams(hash.slice(1))
  const code = values.get('code') ?? ''
  return /^\d{6}$/.test(code) ? { email: values.get('email') ?? '', code } : undefined
}
