import type { ReactNode } from 'react'
import { ownFile } from '../api/own-file.ts'

/** Code, then strong, then emphasis, then links and pictures; an escaped character stays as it is. */
const INLINE =
  /(\\[!-/:-@[-`{-~])|(`+)(.+?)\2(?!`)|\*\*(.+?)\*\*|__(.+?)__|\*([^\s*](?:.*?[^\s*])?)\*|(?<!\w)_([^\s_](?:.*?[^\s_])?)_(?!\w)|\[([^\]]+)\]\(([^)\s]+)\)|<(https?:\/\/[^\s>]+|mailto:[^\s>]+)>|!\[([^\]]*)\]\(([^)\s]+)\)/

/** The text with its marks as elements. Everything becomes text nodes, so nothing in it can be markup. */
export function inlineOf(text: string): ReactNode[] {
  const nodes: ReactNode[] = []
  let rest = text
  let key = 0
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    if (found.index > 0) nodes.push(unescaped(rest.slice(0, found.index)))
    nodes.push(<Mark key={key++} found={found} />)
    rest = rest.slice(found.index + found[0].length)
  }
  if (rest) nodes.push(unescaped(rest))
  return nodes
}

function Mark({ found }: { found: RegExpExecArray }) {
  const [, escaped, , code, strong, strong2, emphasis, emphasis2, label, target, autolink, alt, picture] =
    found
  if (escaped) return escaped[1]
  if (code !== undefined) return <code className="inline-code">{code.trim()}</code>
  if (strong ?? strong2) return <strong>{inlineOf((strong ?? strong2)!)}</strong>
  if (emphasis ?? emphasis2) return <em>{inlineOf((emphasis ?? emphasis2)!)}</em>
  if (picture !== undefined) return <Picture alt={alt!} address={picture} />
  if (autolink) return <SafeLink target={autolink}>{autolink.replace(/^mailto:/, '')}</SafeLink>
  return <SafeLink target={target!}>{inlineOf(label!)}</SafeLink>
}

/** Pictures come from this service only; the policy of the page refuses others. `media/…` is the name of a stored one. */
function Picture({ alt, address }: { alt: string; address: string }) {
  const path = ownFile(address.replace(/^media\//, '/files/media/'))
  if (!path.startsWith('/files/')) return <SafeLink target={address}>{alt || address}</SafeLink>
  return <img src={path} alt={unescaped(alt)} loading="lazy" />
}

/** Only addresses of the web and of mail are links. */
function SafeLink({ target, children }: { target: string; children: ReactNode }) {
  if (!/^(?:https?:\/\/|mailto:)/i.test(target)) return <span>{children}</span>
  return (
    <a href={target} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** The server writes `&lt;` for what would begin a tag, and the editor a reference for a character beside some marks. */
function unescaped(text: string): string {
  return text
    .replace(/&#x([0-9A-F]{1,5});/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
