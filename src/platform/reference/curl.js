import { addressOf, headersOf } from './draft.js'
import { readToken } from './token.js'

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** The command holds a variable and never the token itself: commands end up in chats and histories. */
export function curlOf(operation, draft) {
  const method = operation.method.toUpperCase()
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quote(addressOf(operation, draft))}`]
  const { access } = operation
  if (access && (!access.isOptional || readToken())) lines.push('-H "Authorization: Bearer $TOKEN"')
  for (const [name, value] of headersOf(draft)) lines.push(`-H ${quote(`${name}: ${value}`)}`)
  for (const [name, { text, files, isFile }] of draft.parts) {
    const names = files.length ? files.map((file) => file.name) : ['path/to/file']
    if (isFile) for (const file of names) lines.push(`-F ${quote(`${name}=@${file}`)}`)
    else if (text) lines.push(`--form-string ${quote(`${name}=${text}`)}`)
  }
  if (draft.text)
    lines.push(`-H ${quote(`Content-Type: ${draft.contentType}`)}`, `--data-raw ${quote(draft.text)}`)
  return lines.join(' \\\n  ')
}
